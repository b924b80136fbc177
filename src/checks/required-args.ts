import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import type { JsonValue } from '../core/json.ts';
import { excerpt, printable } from '../core/printable.ts';
import {
  defineCheck,
  type Check,
  type CheckContext,
  type CheckOutcome,
  type Counterexample,
  type Sighting,
} from './check.ts';
import { notPassing } from './counterexample.ts';
import { edited } from './json-edit.ts';
import { pathTokens, pointerProblem, valueAt } from './json-pointer.ts';
import { texts } from './needles.ts';
import { outcomeOf } from './parts.ts';
import { shownJson } from './quoted.ts';
import {
  argumentFindings,
  calledInstead,
  callsToRead,
  rawArguments,
  withArguments,
  withBrokenArguments,
} from './tool-calls.ts';

interface Options {
  readonly value: readonly string[];
}

const missingCodes = {
  ...argumentFindings,
};

function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function missingAt(key: string, place: string, saw: string): Sighting {
  const way = key.startsWith('/') ? key : `/${key}`;
  return { code: 'missing_arg', detail: excerpt(key), at: `${place}${excerpt(way)}`, expected: 'a value', saw };
}

function test(reply: Reply, { value }: Options, { toolName }: CheckContext): CheckOutcome {
  const calls = callsToRead(reply, toolName);
  if (calls.length === 0) {
    return outcomeOf({ unreadable: value.map((key) => missingAt(key, 'tool_calls', calledInstead(reply))) });
  }
  const wrong: Sighting[] = [];
  const unreadable: Sighting[] = [];
  const seen: Sighting[] = [];
  for (const { call, place } of calls) {
    if (call.arguments === null) {
      unreadable.push({
        code: 'arguments_unreadable',
        at: `${place}.arguments`,
        expected: 'a JSON object',
        saw: rawArguments(call),
      });
      continue;
    }
    for (const key of value) {
      const found = valueAt(call.arguments, pathTokens(key));
      if (isMissing(found)) wrong.push(missingAt(key, `${place}.arguments`, shownJson(found)));
      else seen.push({ code: 'found', at: `${place}.arguments`, expected: printable(key), saw: shownJson(found) });
    }
  }
  return outcomeOf({ wrong, unreadable, share: seen.length / Math.max(1, seen.length + wrong.length), seen });
}

function* candidates(reply: Reply, { value }: Options, { toolName }: CheckContext): Generator<Counterexample> {
  yield { name: 'no-call', reply: { ...reply, toolCalls: [] } };
  for (const { call, index } of callsToRead(reply, toolName)) {
    yield { name: `broken-arguments-${index + 1}`, reply: withBrokenArguments(reply, index) };
    if (call.arguments === null) continue;
    yield { name: `no-arguments-${index + 1}`, reply: withArguments(reply, index, {}) };
    for (const key of value) {
      for (const [name, spoilt] of [
        ['removed', undefined],
        ['null', null],
        ['empty', ''],
        ['blank', ' '],
      ] as const) {
        const args = edited(call.arguments, pathTokens(key), spoilt);
        yield {
          name: `${key}-${name}-${index + 1}`,
          reply: withArguments(reply, index, args as typeof call.arguments),
        };
      }
    }
  }
}

/** Passes when the tool call has a value for every one of these arguments; null and the empty text are none. */
export const requiredArgs: Check = defineCheck<Options>({
  type: 'required_args',
  summary: 'The tool call has a value for each of these arguments (keys or JSON pointers); null and "" are no values.',
  options: z.strictObject({
    value: texts().superRefine((keys, context) => {
      for (const [index, key] of keys.entries()) {
        const problem = pointerProblem(key);
        if (problem !== null) context.addIssue({ code: 'custom', path: [index], message: problem });
      }
    }),
  }),
  findings: missingCodes,
  neverFails: ({ value }, { not }) => (value.length > 0 || not ? null : 'an empty list asks for no argument'),
  test,
  *counterexamples(reply, options, context) {
    yield* notPassing(candidates(reply, options, context), (made) => test(made, options, context));
  },
});
