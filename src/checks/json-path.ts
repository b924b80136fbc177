import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag, jsonValue, text, wholeNumber } from '../cases/values.ts';
import type { JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { compilePattern } from '../text/pattern.ts';
import { defineCheck, unreadable, type Check, type CheckOutcome, type Counterexample, type Sighting } from './check.ts';
import { notPassing } from './counterexample.ts';
import { equalByValue } from './json-difference.ts';
import { edited, unlikeValues } from './json-edit.ts';
import { parsePath, pathProblem } from './json-path-parse.ts';
import { selectNodes, wayTo, type PathNode } from './json-path-select.ts';
import type { PathQuery } from './json-path-syntax.ts';
import { pointerOf } from './json-pointer.ts';
import { hasNumber, imprecise, precisionExplanation } from './number-precision.ts';
import { outcomeOf } from './parts.ts';
import { shownJson } from './quoted.ts';
import { jsonExplanations, notJson, replyJson, replyRoundedNumbers } from './reply-json.ts';
import { withContent } from './reply-text.ts';
import { workBudget } from './work-limit.ts';

interface Options {
  readonly path: string;
  readonly equals?: JsonValue | undefined;
  readonly one_of?: readonly JsonValue[] | undefined;
  readonly matches?: string | undefined;
  readonly exists?: boolean | undefined;
  readonly count?: number | undefined;
}

/** Steps that one path may take through one document; more is the error `work_limit`. */
export const pathWorkLimit = 2_000_000;
const shownFaults = 5;

const parsed = new WeakMap<Options, PathQuery>();

function queryOf(options: Options): PathQuery {
  let query = parsed.get(options);
  if (query === undefined) {
    query = parsePath(options.path);
    parsed.set(options, query);
  }
  return query;
}

const optionsSchema = z
  .strictObject({
    path: text(),
    equals: jsonValue().optional(),
    one_of: z.array(jsonValue()).optional(),
    matches: text().optional(),
    exists: flag().optional(),
    count: wholeNumber().optional(),
  })
  .superRefine((options, context) => {
    const issue = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
    const problem = pathProblem(options.path);
    if (problem !== null) issue('path', problem);
    if (options.matches !== undefined) {
      const result = compilePattern(options.matches);
      if ('problem' in result) issue('matches', result.problem);
    }
    if (options.exists === false && wantsValue(options))
      issue('exists', 'false goes with no equals, one_of or matches: what is not there has no value');
  });

function wantsValue({ equals, one_of: oneOf, matches }: Options): boolean {
  return equals !== undefined || oneOf !== undefined || matches !== undefined;
}

// What a selected value must be and is not, in words; null when it is right.
function fault(value: JsonValue, { equals, one_of: oneOf, matches }: Options): string | null {
  if (equals !== undefined && !equalByValue(equals, value)) return shownJson(equals);
  if (oneOf !== undefined && !oneOf.some((item) => equalByValue(item, value))) return `one of ${shownJson(oneOf)}`;
  if (matches === undefined) return null;
  const compiled = compilePattern(matches);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return typeof value === 'string' && compiled.pattern.test(value) ? null : `a text that matches /${matches}/`;
}

function test(reply: Reply, options: Options): CheckOutcome {
  const read = replyJson(reply);
  if (read.kind !== 'json') return unreadable(notJson(reply, read.kind));
  const budget = workBudget(pathWorkLimit, `the path ${excerpt(options.path)}`);
  const nodes = selectNodes(read.value, queryOf(options), { budget });
  const sighting = (expected: string, saw: string, node?: PathNode): Sighting => ({
    code: 'path',
    detail: excerpt(options.path),
    at: excerpt(node === undefined ? 'content' : `content${pointerOf(wayTo(node))}`, 200),
    expected: excerpt(expected, 200),
    saw,
  });
  const rounded = replyRoundedNumbers(reply);
  // Only a filter compares inside the path; a quoted ? in it errs on the side of not deciding.
  if (rounded.size > 0 && options.path.includes('?'))
    return unreadable(imprecise('content', excerpt(options.path), excerpt(reply.content ?? '')));
  const wrong: Sighting[] = [];
  const { exists, count } = options;
  const [first] = nodes;
  if (exists === true && first === undefined) wrong.push(sighting('something there', 'nothing'));
  if (exists === false && first !== undefined) wrong.push(sighting('nothing there', shownJson(first.value), first));
  if (count !== undefined && nodes.length !== count)
    wrong.push(sighting(`${count} selected`, `${nodes.length} selected`));
  if (!wantsValue(options)) return outcomeOf({ wrong, seen: [sighting('', `${nodes.length} selected`)] });
  if (first === undefined) return outcomeOf({ wrong, unreadable: [sighting('a value', 'nothing')] });
  const unclear: Sighting[] = [];
  for (const node of nodes) {
    const expected = fault(node.value, options);
    if (expected === null && hasNumber(node.value, rounded))
      unclear.push({
        ...sighting('a number that a double holds', shownJson(node.value), node),
        code: 'number_precision',
      });
    if (expected !== null) wrong.push(sighting(expected, shownJson(node.value), node));
    if (wrong.length >= shownFaults || unclear.length >= shownFaults) break;
  }
  return outcomeOf({ wrong, unreadable: unclear, seen: [sighting('', shownJson(first.value), first)] });
}

function* candidates(reply: Reply, options: Options): Generator<Counterexample> {
  const content = (reply.content ?? '').trim();
  yield { name: 'empty', reply: withContent(reply, '') };
  yield { name: 'told-in-words', reply: withContent(reply, `The answer is: ${content}`) };
  yield { name: 'in-a-code-fence', reply: withContent(reply, `\`\`\`json\n${content}\n\`\`\``) };
  const read = replyJson(reply);
  if (read.kind !== 'json') return;
  const budget = workBudget(pathWorkLimit, options.path);
  for (const [index, node] of selectNodes(read.value, queryOf(options), { budget }).slice(0, 20).entries()) {
    const way = wayTo(node);
    const changed = (name: string, value: JsonValue | undefined): Counterexample => ({
      name: `${name}-${index + 1}`,
      reply: withContent(reply, JSON.stringify(edited(read.value, way, value))),
    });
    yield changed('node-removed', undefined);
    for (const [place, other] of unlikeValues(node.value).entries()) yield changed(`node-changed-${place + 1}`, other);
  }
  for (const [index, other] of ([{}, [], null] as const).entries()) {
    yield { name: `other-json-${index + 1}`, reply: withContent(reply, JSON.stringify(other)) };
  }
}

// Why no document can pass, told where it is certain; null when one may.
function neverPasses(options: Options): string | null {
  const { equals, one_of: oneOf, matches, exists, count } = options;
  if (oneOf?.length === 0) return 'one_of is empty and accepts no value';
  const listed = oneOf ?? (equals === undefined ? null : [equals]);
  if (listed?.every((value) => fault(value, options) !== null)) return 'what is asked of the value contradicts itself';
  if (matches !== undefined) {
    const compiled = compilePattern(matches);
    if ('pattern' in compiled && compiled.pattern.matchesNothing()) return 'the pattern can match no text';
  }
  if (count !== undefined && exists !== undefined && count > 0 !== exists)
    return 'exists and count contradict each other';
  const { segments } = queryOf(options);
  if (segments.length === 0 && (exists === false || (count !== undefined && count !== 1)))
    return 'the path $ selects the whole document, which is always there once';
  const isSingular = segments.every(
    ({ descendant, selectors: [only, ...others] }) =>
      !descendant && others.length === 0 && (only?.kind === 'name' || only?.kind === 'index'),
  );
  return isSingular && count !== undefined && count > 1 ? 'the path selects one value at most' : null;
}

/** Passes when what the path selects in the JSON reply is as it must be: every selected value, and at least one. */
export const jsonPath: Check = defineCheck<Options>({
  type: 'json_path',
  summary: 'What the path (RFC 9535) selects in the JSON reply: equals, one_of, matches, exists, count.',
  options: optionsSchema,
  findings: {
    path: {
      meaning: 'What the path selects in the JSON reply is not what it must be, or it selects nothing.',
      advice: `Compare expected and seen in proofmark show RUN ID. equals, one_of and matches hold for every selected value; "5" is no number. A path that takes more than ${pathWorkLimit} steps is the error work_limit.`,
    },
    ...precisionExplanation,
    ...jsonExplanations,
  },
  neverFails: (options, { not }) => {
    if (not) {
      const never = neverPasses(options);
      return never === null ? null : `${never}, so its negation always passes`;
    }
    const asks = wantsValue(options) || options.exists !== undefined || options.count !== undefined;
    return asks ? null : 'it says nothing of what the path selects: add equals, one_of, matches, exists or count';
  },
  test,
  *counterexamples(reply, options) {
    yield* notPassing(candidates(reply, options), (made) => test(made, options));
  },
});
