import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag } from '../cases/values.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { compilePattern } from '../text/pattern.ts';
import { expectedArguments, type ArgumentMatcher } from './argument-matcher.ts';
import { argumentFault, toolResults, type Sources } from './argument-test.ts';
import {
  defineCheck,
  type Check,
  type CheckContext,
  type CheckOutcome,
  type Counterexample,
  type Sighting,
} from './check.ts';
import { notPassing } from './counterexample.ts';
import { edited, unlikeValues, withKey } from './json-edit.ts';
import { pathTokens, valueAt } from './json-pointer.ts';
import { hasNumber, precisionExplanation, roundedNumbers } from './number-precision.ts';
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
  readonly value: Readonly<Record<string, ArgumentMatcher>>;
  readonly allow_extra: boolean;
}

const shownExtras = 5;

function placeOf(key: string, place: string): string {
  return `${place}${excerpt(key.startsWith('/') ? key : `/${key}`)}`;
}

function missingAt(key: string, place: string, saw: string): Sighting {
  return { code: 'missing_arg', detail: excerpt(key), at: placeOf(key, place), expected: 'a value', saw };
}

/** What is known of one call's arguments, gathered over all keys. */
interface Tally {
  readonly wrong: Sighting[];
  readonly unreadable: Sighting[];
  readonly seen: Sighting[];
}

function onlyOptional(matcher: ArgumentMatcher): boolean {
  return Object.keys(matcher).every((key) => key === 'optional');
}

function readCall(
  args: JsonObject,
  place: string,
  {
    options,
    sources,
    tally,
    rounded,
  }: { options: Options; sources: Sources; tally: Tally; rounded: ReadonlySet<number> },
): void {
  const named = new Set<string>();
  for (const [key, matcher] of Object.entries(options.value)) {
    const tokens = pathTokens(key);
    named.add(tokens[0] as string);
    const value = valueAt(args, tokens);
    if (value === undefined) {
      if (!matcher.absent && !matcher.optional) tally.unreadable.push(missingAt(key, place, 'nothing'));
      else tally.seen.push({ code: 'absent', at: placeOf(key, place), saw: 'nothing' });
      continue;
    }
    const fault = argumentFault(value, matcher, sources);
    const saw = shownJson(value);
    // What is wrong as a double is wrong; what is right as a double may be another number.
    if (fault === null && hasNumber(value, rounded) && !onlyOptional(matcher)) {
      const expected = 'a number that a double holds';
      tally.unreadable.push({ code: 'number_precision', detail: excerpt(key), at: placeOf(key, place), expected, saw });
    } else if (fault === null) tally.seen.push({ code: 'arg', at: placeOf(key, place), saw });
    else {
      const sighting = { code: 'arg', detail: excerpt(key), at: placeOf(key, place), expected: fault.expected, saw };
      (fault.kind === 'wrong' ? tally.wrong : tally.unreadable).push(sighting);
    }
  }
  if (options.allow_extra) return;
  const extras = Object.keys(args).filter((key) => !named.has(key));
  for (const key of extras.slice(0, shownExtras)) {
    tally.wrong.push({
      code: 'extra_arg',
      detail: excerpt(key),
      at: placeOf(key, place),
      expected: 'no such argument',
      saw: shownJson(args[key]),
    });
  }
}

function test(reply: Reply, options: Options, context: CheckContext): CheckOutcome {
  const calls = callsToRead(reply, context.toolName);
  const tally: Tally = { wrong: [], unreadable: [], seen: [] };
  if (calls.length === 0) {
    const saw = calledInstead(reply);
    const required = Object.entries(options.value).filter(([, matcher]) => !matcher.absent && !matcher.optional);
    const missing = required.map(([key]) => missingAt(key, 'tool_calls', saw));
    const none = { code: 'no_call', at: 'tool_calls', expected: context.toolName ?? 'a tool call', saw };
    return outcomeOf({ unreadable: missing.length > 0 ? missing : [none] });
  }
  const sources = { inputText: context.case.inputText, resultText: toolResults(reply.transcript) };
  for (const { call, place } of calls) {
    if (call.arguments !== null) {
      const rounded = roundedNumbers(call.argumentsText);
      readCall(call.arguments, `${place}.arguments`, { options, sources, tally, rounded });
    } else {
      tally.unreadable.push({
        code: 'arguments_unreadable',
        at: `${place}.arguments`,
        expected: 'a JSON object',
        saw: rawArguments(call),
      });
    }
  }
  const share = tally.seen.length / Math.max(1, tally.seen.length + tally.wrong.length);
  return outcomeOf({ ...tally, share });
}

function spoiltValues(value: JsonValue, { min, max, tolerance, equals }: ArgumentMatcher): JsonValue[] {
  const values = unlikeValues(value);
  if (min !== undefined) values.push(min - 1);
  if (max !== undefined) values.push(max + 1);
  if (tolerance !== undefined && typeof equals === 'number') values.push(equals + 2 * tolerance + 1);
  return [...values, 'unheard-of-7305', 730_516];
}

function* candidates(reply: Reply, options: Options, context: CheckContext): Generator<Counterexample> {
  yield { name: 'no-call', reply: { ...reply, toolCalls: [] } };
  for (const { call, index } of callsToRead(reply, context.toolName)) {
    const args = call.arguments;
    yield { name: `broken-arguments-${index + 1}`, reply: withBrokenArguments(reply, index) };
    if (args === null) continue;
    const changed = (name: string, other: JsonValue): Counterexample => ({
      name: `${name}-${index + 1}`,
      reply: withArguments(reply, index, other as JsonObject),
    });
    yield changed('no-arguments', {});
    if (!options.allow_extra) yield changed('argument-added', withKey(args, 'unheard_of', 1));
    for (const [key, matcher] of Object.entries(options.value)) {
      const tokens = pathTokens(key);
      const value = valueAt(args, tokens);
      if (value === undefined) {
        if (tokens.length === 1) yield changed(`${key}-added`, withKey(args, key, 'unheard-of-7305'));
        continue;
      }
      yield changed(`${key}-removed`, edited(args, tokens, undefined));
      for (const [place, other] of spoiltValues(value, matcher).entries()) {
        yield changed(`${key}-changed-${place + 1}`, edited(args, tokens, other));
      }
    }
  }
}

const nowhere: Sources = { inputText: '', resultText: null };

// Told where it is certain: of the values that are listed none is right, or what is asked for contradicts itself.
function neverPasses(matcher: ArgumentMatcher): boolean {
  const { equals, one_of: oneOf, regex, min, max, tolerance, optional } = matcher;
  if (optional) return false;
  const listed = oneOf ?? (equals === undefined || tolerance !== undefined ? null : [equals]);
  const inItself = { ...matcher, from_input: undefined, from_result: undefined };
  if (listed !== null) return listed.every((value) => argumentFault(value, inItself, nowhere) !== null);
  if (regex !== undefined) {
    const compiled = compilePattern(regex);
    const isIdle = 'pattern' in compiled && compiled.pattern.matchesNothing();
    return isIdle || equals !== undefined || min !== undefined || max !== undefined;
  }
  return min !== undefined && max !== undefined && min > max;
}

/** Passes when the arguments of the tool call are these, or match; other arguments are allowed unless `allow_extra: false`. */
export const args: Check = defineCheck<Options>({
  type: 'args',
  summary: 'The arguments of the tool call have these values, or match: equals, one_of, regex, min, max, from_input, …',
  options: z.strictObject({ value: expectedArguments(), allow_extra: flag().default(true) }),
  wholeValue: true,
  findings: {
    arg: {
      meaning:
        'An argument of the tool call has a wrong value; texts are compared exactly, numbers by value, and "5" is no number.',
      advice:
        'Compare expected and seen in proofmark show RUN ID; where more than one value is right, use a matcher: one_of, regex, min and max, tolerance.',
    },
    ...argumentFindings,
    ...precisionExplanation,
    extra_arg: {
      meaning: 'The tool call has an argument that was not asked for, and allow_extra is false.',
      advice: 'Add the argument to args, or take allow_extra: false away if other arguments do no harm.',
    },
    no_call: {
      meaning: 'There is no tool call whose arguments could be looked at.',
      advice: 'Look at the reply in proofmark show RUN ID; a check of tool_name says which tool is wanted.',
    },
  },
  neverFails: ({ value, allow_extra: allowExtra }, { not }) => {
    const matchers = Object.values(value);
    if (not)
      return matchers.some(neverPasses) ? 'one of its matchers accepts no value, so its negation always passes' : null;
    const idle = matchers.every(onlyOptional);
    if (!idle || !allowExtra) return null;
    return matchers.length === 0 ? 'an empty map asks for no argument' : 'optional: true alone accepts every value';
  },
  test,
  *counterexamples(reply, options, context) {
    yield* notPassing(candidates(reply, options, context), (made) => test(made, options, context));
  },
});
