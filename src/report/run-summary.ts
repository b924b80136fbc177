import { printable } from '../core/printable.ts';
import type { RunReport } from '../runs/run-report.ts';
import type { Timing } from '../runs/timing.ts';
import { estimateText, grouped, leadingCount } from './estimate-text.ts';
import { lookFirst } from './look-first.ts';
import { listed, plural } from './words.ts';

/** What green does not show; the last line of every run. */
const limits =
  'Green would not mean: no fluent lie that keeps these words, no drift of meaning, no equality of two models.';
const shownFirst = 5;

/**
 * The summary of a run for people, below its lines: what it came to, what to look at first, what to do.
 * @param suite the suite's path as a command takes it; null for the standard one, which needs no name
 */
export function runSummary(report: RunReport, suite: string | null): string {
  return [
    heading(report),
    ...rates(report),
    ...remarks(report),
    '',
    ...lookFirst(report, suite),
    ...next(report, suite),
    ...(isGreen(report) ? [limits, ''] : []),
  ].join('\n');
}

/** Nothing failed and nothing is open. */
function isGreen({ results, controls }: RunReport): boolean {
  const held = controls.every((control) => control.status === 'held');
  return held && results.every((result) => result.status === 'pass' || result.status === 'known');
}

function heading(report: RunReport): string {
  const cases = new Set(report.results.map((result) => result.id)).size;
  if (report.mode === 'regrade')
    return `${plural(cases, 'case')} · stored replies of ${report.run?.id ?? ''} graded again, no call was made`;
  if (report.mode === 'merge')
    return `${plural(cases, 'case')} · shards joined as ${report.run?.id ?? ''}, no call was made`;
  if (report.mode === 'controls') return `controls of ${report.summary.suite.name} · no endpoint was called`;
  const [target] = report.targets;
  const where =
    report.targets.length === 1 && target
      ? `${target.model === null ? target.id : printable(target.model)} on ${printable(target.place)}`
      : `${report.targets.length} targets`;
  const temperature = report.summary.sampling['temperature'];
  const sampling =
    temperature === undefined ? 'temperature as the endpoint has it' : `temperature ${JSON.stringify(temperature)}`;
  const prompts = report.targets.map(({ promptHash, promptChangedSince }) => {
    const name = promptHash === null ? 'no system prompt' : `prompt ${promptHash.slice(0, 6)}`;
    return promptChangedSince === null ? name : `${name}, prompt changed since the last run (${promptChangedSince})`;
  });
  return `${plural(cases, 'case')} · ${where} · ${sampling} · ${[...new Set(prompts)].join(', ')}`;
}

function rates(report: RunReport): string[] {
  const { summary } = report;
  const many = summary.targets.length > 1;
  const lines: string[] = [];
  for (const target of summary.targets) {
    const { counts, rate } = target.live;
    const suffix = many ? ` @${target.id}` : '';
    const lead = rate.n === 0 ? 'no case was judged' : leadingCount(counts.pass, rate.n);
    lines.push(row(`live${suffix}`, lead ?? `${counts.pass} of ${rate.n} pass`, rate.n > 0 ? estimateText(rate) : ''));
    const outside = outsideN(counts);
    if (outside !== '') lines.push(row('', `outside n: ${outside}`, ''));
    if (target.hostile) {
      const { counts: hostile, rate: held } = target.hostile;
      const words = held.n === 0 ? 'none was judged' : `${hostile.pass} of ${held.n} hold`;
      lines.push(row(`hostile${suffix}`, words, held.n > 0 ? estimateText(held) : ''));
    }
  }
  const { controls } = summary;
  if (controls.total > 0) {
    const judged = controls.total - controls.unjudged - controls.error;
    const failed = judged - controls.held;
    const words = failed === 0 ? '' : `${failed} failed: this alone makes the run red`;
    lines.push(row('controls', `${controls.held} of ${judged} graded right`, words));
    const outside = outsideN({ error: controls.error, unjudged: controls.unjudged });
    if (outside !== '') lines.push(row('', `outside n: ${outside}`, ''));
  }
  if (report.timing && report.mode !== 'regrade' && report.mode !== 'merge')
    lines.push(row('calls', callsText(report.timing, report), ''));
  return lines;
}

function row(name: string, first: string, second: string): string {
  return `  ${name.padEnd(9)} ${second === '' ? first : `${first.padEnd(24)} ${second}`}`.trimEnd();
}

function outsideN(counts: Readonly<Record<string, number>>): string {
  const words = [
    ['error', 'error'],
    ['unjudged', 'unjudged'],
    ['not_run', 'not run'],
  ] as const;
  return words
    .filter(([key]) => (counts[key] ?? 0) > 0)
    .map(([key, word]) => `${counts[key] ?? 0} ${word}`)
    .join(', ');
}

function callsText(timing: Timing, report: RunReport): string {
  if (timing.calls === 0) return 'none: recorded replies were graded';
  const parts = [`${grouped(timing.calls)}, ${timing.retries} of them retries`];
  const { median, n } = timing.latency_ms;
  if (median !== null)
    parts.push(`median ${median < 10_000 ? `${median} ms` : `${(median / 1000).toFixed(1)} s`} (n=${n})`);
  if (timing.input_tokens + timing.output_tokens > 0) {
    parts.push(
      `${grouped(timing.input_tokens + timing.output_tokens)} tokens${timing.usage_unknown > 0 ? ' and more' : ''}`,
    );
  }
  const models = report.targets.map((target) => target.model ?? target.id).join(', ');
  if (n === 0) return parts.join(' · ');
  parts.push(timing.cost_usd === null ? `cost unknown: no price for ${printable(models)}` : `${timing.cost_usd} USD`);
  return parts.join(' · ');
}

function remarks(report: RunReport): string[] {
  const { summary, stop } = report;
  const lines: string[] = [];
  const add = (name: string, text: string): number => lines.push(row(name, text, ''));
  if (stop?.kind === 'max_calls') add('stopped', `the budget of ${plural(stop.limit, 'call')} is spent`);
  if (stop?.kind === 'max_cost') add('stopped', `the budget of ${stop.limitUsd} USD is spent`);
  if (stop?.kind === 'cost_unknown')
    add('stopped', `a reply's cost is unknown, so max_cost_usd: ${stop.limitUsd} cannot be kept: give prices`);
  if (stop?.kind === 'same_error')
    add('stopped', `${stop.times} times in a row [${stop.code}]: the rest was not called`);
  if (stop?.kind === 'interrupted') add('stopped', 'interrupted');
  const models = report.timing?.served_models ?? [];
  if (models.length > report.targets.length) add('served', `several models answered: ${listed(models)}`);
  if (summary.without_control.length > 0) {
    add(
      'unproved',
      `${summary.without_control.length} without a control, as --allow-no-controls allows: ${listed(summary.without_control)}`,
    );
  }
  if (summary.controls.synthesised > 0)
    add('', `${summary.controls.synthesised} controls are synthesised for cases of an older form`);
  if (summary.private_left_out > 0)
    add('private', `${plural(summary.private_left_out, 'item')} of the private split left out`);
  for (const known of report.staleKnownFailures) {
    const words =
      known.why === 'passes' ? 'passes now: take its known_failure out' : 'is past its date: mend it or set a new one';
    add('known', `${known.id} ${words}`);
  }
  for (const { id, checks } of report.rejectedReferences.slice(0, shownFirst)) {
    add('reference', `${id}: its own reference does not pass ${checks.join(', ')}`);
  }
  if (report.rejectedReferences.length > shownFirst)
    add('', `and ${report.rejectedReferences.length - shownFirst} more such references`);
  for (const { id, parts } of report.leftOut.slice(0, shownFirst)) {
    add(
      'left out',
      parts.length === 0 ? `${id}: no longer in the suite` : `${id}: asked with another ${parts.join(', ')} then`,
    );
  }
  if (report.leftOut.length > shownFirst) add('', `and ${report.leftOut.length - shownFirst} more left out`);
  if (report.unusedReplies.length > 0)
    add('unused', `recorded replies without a case: ${listed(report.unusedReplies)}`);
  for (const note of summary.notes.slice(0, shownFirst)) add('note', printable(note));
  if (summary.notes.length > shownFirst) add('', `and ${summary.notes.length - shownFirst} more notes in summary.json`);
  return lines;
}

function next(report: RunReport, suite: string | null): string[] {
  if (report.results.some((result) => result.status === 'not_run') && report.mode === 'run' && report.run) {
    return [`Go on where it stopped: proofmark run${suite === null ? '' : ` ${suite}`} --resume ${report.run.id}`, ''];
  }
  return [];
}
