import type { Estimate } from '../stats/estimate.ts';
import { grouped } from './estimate-text.ts';

export interface ProgressView {
  readonly done: number;
  readonly total: number;
  /** Null where trials are repeats of one another and no interval can be given. */
  readonly rate: Estimate | null;
  readonly passes: number;
  readonly judged: number;
  readonly inFlight: number;
  readonly perSecond: number | null;
  readonly retries: number;
  readonly secondsLeft: number | null;
}

/** `6,240 of 10,000 · 0.912 [0.905, 0.919] · 64 in flight · 1,230/s · 3 retries · 3 s left` */
export function progressLine(view: ProgressView): string {
  const parts = [`${grouped(view.done)} of ${grouped(view.total)}`];
  const { estimate = null, low = null, high = null } = view.rate ?? {};
  if (estimate !== null && low !== null && high !== null) {
    parts.push(`${estimate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`);
  } else if (view.judged > 0) parts.push(`${grouped(view.passes)} of ${grouped(view.judged)} trials pass`);
  parts.push(`${view.inFlight} in flight`);
  if (view.perSecond !== null)
    parts.push(`${view.perSecond < 10 ? view.perSecond.toFixed(1) : grouped(Math.round(view.perSecond))}/s`);
  parts.push(`${view.retries} ${view.retries === 1 ? 'retry' : 'retries'}`);
  if (view.secondsLeft !== null) parts.push(`${duration(view.secondsLeft)} left`);
  return parts.join(' · ');
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
