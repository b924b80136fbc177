import { expect, test } from 'vitest';
import type { Clock } from '../core/clock.ts';
import { limiter, limitersByPlace, type LimiterSettings, type Place } from './limiter.ts';

const open: LimiterSettings = { concurrency: 1000, requestsPerMinute: null, tokensPerMinute: null };
const signal = new AbortController().signal;

/** A clock that stands still until it is told to go on. */
function handClock(): Clock & { readonly sleeps: number; advance(ms: number): Promise<void> } {
  let time = 0;
  let sleeps = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => time,
    elapsed: () => time,
    get sleeps() {
      return sleeps;
    },
    sleep: (ms, stop) =>
      new Promise((resolve) => {
        sleeps += 1;
        sleepers.push({ at: time + ms, wake: resolve });
        stop?.addEventListener('abort', () => resolve(), { once: true });
      }),
    async advance(ms) {
      const end = time + ms;
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const next = sleepers.filter(({ at }) => at <= end).sort((first, second) => first.at - second.at)[0];
        if (next === undefined) break;
        time = Math.max(time, next.at);
        sleepers = sleepers.filter((sleeper) => sleeper !== next);
        next.wake();
      }
      time = end;
    },
  };
}

/** Asks for places and keeps the moments at which they were given. */
function caller(settings: LimiterSettings, clock = handClock()) {
  const gate = limiter(settings, clock);
  const times: number[] = [];
  const order: string[] = [];
  const places: Place[] = [];
  const ask = (name: string, tokens = 0, again = false): void => {
    void gate.enter({ tokens, signal, again }).then((place) => {
      times.push(clock.elapsed());
      order.push(name);
      if (place !== null) places.push(place);
    });
  };
  return { gate, clock, times, order, places, ask };
}

test('no more calls are in flight than allowed, and they come in the order in which they asked', async () => {
  const { ask, clock, order, places } = caller({ ...open, concurrency: 2 });
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await clock.advance(0);
  expect(order).toEqual(['a', 'b']);
  places[1]?.leave(null);
  places[1]?.leave(null);
  await clock.advance(0);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('a call that was admitted before goes ahead of those that were not', async () => {
  const { ask, clock, order, places } = caller({ ...open, concurrency: 1 });
  ask('first');
  ask('queued');
  ask('retry', 0, true);
  await clock.advance(0);
  places[0]?.leave(null);
  await clock.advance(0);
  expect(order).toEqual(['first', 'retry']);
});

test('any minute sees at most the allowed number of requests, and nobody wakes up to look in vain', async () => {
  const { ask, clock, times } = caller({ ...open, requestsPerMinute: 2 });
  for (let count = 0; count < 5; count += 1) ask('call');
  await clock.advance(1000);
  expect(times).toEqual([0, 0]);
  await clock.advance(150_000);
  expect(times).toEqual([0, 0, 60_000, 60_000, 120_000]);
  expect(clock.sleeps).toBe(2);
});

test('tokens are booked by estimate and corrected by what was used', async () => {
  const { ask, clock, times, places } = caller({ ...open, tokensPerMinute: 100 });
  ask('a', 80);
  ask('b', 80);
  await clock.advance(0);
  expect(times).toEqual([0]);
  places[0]?.leave(20);
  await clock.advance(10);
  expect(times).toEqual([0, 0]);
  places[1]?.leave(90);
  ask('c', 1);
  await clock.advance(60_000);
  expect(times).toEqual([0, 0, 60_000]);
});

test('a call that is larger than the limit is made when nothing else was, instead of never', async () => {
  const { ask, clock, times } = caller({ ...open, tokensPerMinute: 100 });
  ask('small', 10);
  ask('huge', 500);
  await clock.advance(70_000);
  expect(times).toEqual([0, 60_000]);
});

test('a pause that one caller was told of holds back all of them', async () => {
  const { ask, clock, gate, times } = caller(open);
  gate.pause(5000);
  gate.pause(1000);
  ask('a');
  ask('b');
  await clock.advance(4999);
  expect(times).toEqual([]);
  await clock.advance(1);
  expect(times).toEqual([5000, 5000]);
});

test('a caller whose patience ends gets null and leaves its turn to the next', async () => {
  const clock = handClock();
  const gate = limiter({ ...open, concurrency: 1 }, clock);
  const held = await gate.enter({ tokens: 0, signal });
  const impatient = gate.enter({ tokens: 0, signal, patienceMs: 100 });
  const patient = gate.enter({ tokens: 0, signal });
  await clock.advance(100);
  expect(await impatient).toBeNull();
  held?.leave(null);
  expect(await patient).not.toBeNull();
});

test('an abort rejects with its reason, before and while waiting, and frees the turn', async () => {
  const clock = handClock();
  const gate = limiter({ ...open, concurrency: 1 }, clock);
  const controller = new AbortController();
  const held = await gate.enter({ tokens: 0, signal });
  const waiting = gate.enter({ tokens: 0, signal: controller.signal });
  const next = gate.enter({ tokens: 0, signal });
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(gate.enter({ tokens: 0, signal: controller.signal })).rejects.toThrow('enough');
  held?.leave(null);
  expect(await next).not.toBeNull();
});

test('two targets at one place share a limiter', () => {
  const at = limitersByPlace(open, handClock());
  expect(at('a:1')).toBe(at('a:1'));
  expect(at('a:1')).not.toBe(at('b:1'));
});
