import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plainConfig, plainLimits } from '../../test/support/chat-target.ts';
import { systemClock } from '../core/clock.ts';
import { limitersByPlace } from './limiter.ts';
import { isRecorded, openTarget, type OpenTargetOptions } from './make-target.ts';

const outer = mkdtempSync(join(tmpdir(), 'targets-'));
afterAll(() => rmSync(outer, { recursive: true }));
const folder = mkdtempSync(join(outer, 'suite-'));
const options: OpenTargetOptions = {
  folder,
  limits: plainLimits,
  environment: {},
  clock: systemClock,
  limiterFor: limitersByPlace(plainLimits, systemClock),
};
const recorded = (file: string) =>
  ({ id: 'yesterday', type: 'recorded', file, systemPrompt: null, family: null }) as const;

test('each type of config opens its own kind of target', async () => {
  writeFileSync(join(folder, 'replies.jsonl'), '{"id":"a","content":"x"}\n');
  const chat = await openTarget(plainConfig, options);
  const file = await openTarget(recorded('replies.jsonl'), options);
  expect([chat.live, isRecorded(chat), file.live, isRecorded(file)]).toEqual([true, false, false, true]);
  await Promise.all([chat.close(), file.close()]);
});

test('a file outside the suite, or not there, is refused', async () => {
  writeFileSync(join(outer, 'outside.jsonl'), '{"id":"a","content":"x"}\n');
  await expect(openTarget(recorded('../outside.jsonl'), options)).rejects.toThrow(/must lie inside the suite/);
  await expect(openTarget(recorded('gone.jsonl'), options)).rejects.toThrow(/gone\.jsonl:1:1 .*no such file/);
});
