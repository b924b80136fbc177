import type { JsonValue } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { InputError, NothingTestedError, type Problem } from '../core/problem.ts';
import { randomFrom, shuffled } from '../core/random.ts';
import type { Case, HostileControl } from '../cases/case.ts';
import type { Message } from '../cases/reply.ts';
import { promptFor, type Suite } from '../cases/suite.ts';
import { Template } from '../cases/template.ts';
import type { Target } from '../targets/target.ts';
import { requestFingerprint, trialKey, type Trial } from './trial.ts';

/** Which cases of a suite a run takes, and how often; kept in the manifest, so that a resume takes the same. */
export interface Selection {
  readonly only: readonly string[];
  readonly tags: readonly string[];
  /** Ids that the named earlier run did not pass; null when all may be taken. */
  readonly failedOf: { readonly run: string; readonly ids: readonly string[] } | null;
  readonly sample: { readonly size: number; readonly seed: string } | null;
  /** 1-based part of `of`. */
  readonly shard: { readonly part: number; readonly of: number } | null;
  readonly targets: readonly string[];
  /** Trials of every case; null leaves it to the case. */
  readonly repeat: number | null;
}

/** What a run will do. */
export interface Plan {
  readonly suite: Suite;
  readonly cases: readonly Case[];
  readonly targets: readonly Target[];
  readonly selection: Selection;
}

/**
 * The cases that a selection takes, in suite order.
 * @throws InputError for an id or tag that no case has; NothingTestedError when nothing is left, except by an empty shard
 *   or an empty list of failed cases
 */
export function selectCases(suite: Suite, selection: Selection): readonly Case[] {
  let cases = suite.cases;
  if (cases.length === 0) throw nothing('all cases are private: they run only under a named release');
  if (selection.only.length > 0) cases = onlyIds(cases, selection.only);
  if (selection.tags.length > 0) {
    cases = cases.filter((item) => item.tags.some((tag) => selection.tags.includes(tag)));
    if (cases.length === 0)
      throw nothing(`no case has the tag ${selection.tags.join(' or ')}${nearTag(suite, selection.tags)}`);
  }
  if (selection.failedOf) {
    const ids = new Set(selection.failedOf.ids);
    cases = cases.filter((item) => ids.has(item.id) || (item.renamedFrom !== null && ids.has(item.renamedFrom)));
  }
  if (selection.sample) {
    const chosen = new Set(
      shuffled(cases, randomFrom(`sample:${selection.sample.seed}`)).slice(0, selection.sample.size),
    );
    cases = cases.filter((item) => chosen.has(item));
  }
  const { shard } = selection;
  return shard ? cases.filter((_, index) => index % shard.of === shard.part - 1) : cases;
}

function onlyIds(cases: readonly Case[], only: readonly string[]): readonly Case[] {
  const ids = new Set(cases.map((item) => item.id));
  const unknown = only.filter((id) => !ids.has(id));
  const words = (id: string): string => {
    const near = nearest(id, ids);
    return near === undefined ? `"${id}"` : `"${id}" (did you mean "${near}"?)`;
  };
  if (unknown.length === only.length) throw nothing(`--only names no case: ${unknown.map(words).join(', ')}`);
  if (unknown.length > 0) {
    throw new InputError({ code: 'RUN_SELECTION', message: `--only names no case: ${unknown.map(words).join(', ')}` });
  }
  return cases.filter((item) => only.includes(item.id));
}

function nearTag(suite: Suite, tags: readonly string[]): string {
  const near = nearest(tags[0] ?? '', new Set(suite.cases.flatMap((item) => item.tags)));
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

function nothing(message: string): NothingTestedError {
  return new NothingTestedError({ code: 'NO_CASES', message: `nothing to test: ${message}` });
}

/** How many trials a case gets in a plan. */
export function repeatsOf(item: Case, selection: Selection): number {
  return selection.repeat ?? item.repeat ?? 1;
}

/** How many of its trials must pass: a share is rounded up, nothing said means all. */
export function neededPasses(item: Case, trials: number): number {
  if (item.minPass === null) return trials;
  return item.minPass < 1 ? Math.ceil(item.minPass * trials - 1e-9) : item.minPass;
}

/** @throws InputError for cases whose count of passes cannot be reached with the repeats of this run */
export function checkRepeats(cases: readonly Case[], selection: Selection): void {
  const problems: Problem[] = cases
    .filter((item) => neededPasses(item, repeatsOf(item, selection)) > repeatsOf(item, selection))
    .map((item) => ({
      code: 'RUN_SELECTION',
      message: `${item.id} needs ${neededPasses(item, repeatsOf(item, selection))} passes, this run tries it ${repeatsOf(item, selection)} times`,
      at: item.at,
    }));
  if (problems.length > 0) throw new InputError(problems);
}

/** The trials of a plan, in suite order: for each case its own input, then its hostile ones; for each target, each repeat. */
export function* trialsOf(plan: Plan): Generator<Trial> {
  for (const item of plan.cases) {
    for (const target of plan.targets) {
      for (const hostile of [null, ...item.hostile]) {
        const repeats = repeatsOf(item, plan.selection);
        const trial = trialFor(item, hostile, { plan, target });
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          const { variant, messages, tools, sampling, request } = trial;
          const key = trialKey({ caseId: item.id, variant, target: target.id, repeat });
          yield { key, case: item, variant, target, repeat, messages, tools, sampling, request };
        }
      }
    }
  }
}

function trialFor(
  item: Case,
  hostile: HostileControl | null,
  { plan, target }: { readonly plan: Plan; readonly target: Target },
): Omit<Trial, 'repeat' | 'key'> {
  const { config } = plan.suite;
  const input = hostile?.messages ?? item.messages;
  const prompt = promptFor(plan.suite, target.id);
  const system: Message[] = prompt
    ? [{ role: 'system', content: new Template(item.vars, item.context).fill(prompt.text) }]
    : [];
  const messages = [...system, ...input];
  const tools = item.tools ?? config.tools;
  const sampling = Object.keys(item.sampling).length === 0 ? config.sampling : { ...config.sampling, ...item.sampling };
  const { model, endpoint } = target.identity;
  const request = requestFingerprint({
    prompt: prompt?.text ?? null,
    input: [input as unknown as JsonValue, item.vars, item.context as unknown as JsonValue],
    tools,
    sampling,
    model: typeof model === 'string' ? model : target.model,
    target: askedOf(target, config.retrieval),
    endpoint: typeof endpoint === 'string' ? endpoint : target.place,
  });
  return { case: item, variant: hostile?.name ?? null, target, messages, tools, sampling, request };
}

const known = new WeakMap<Target, readonly JsonValue[]>();

/** How the target is asked, beside model and endpoint; the same list each time, so that it is hashed once. */
function askedOf(target: Target, retrieval: JsonValue): readonly JsonValue[] {
  const found = known.get(target);
  if (found) return found;
  const { model: _model, endpoint: _endpoint, ...asked } = target.identity;
  const made = [asked, retrieval];
  known.set(target, made);
  return made;
}
