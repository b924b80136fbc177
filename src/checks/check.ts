import type { z } from 'zod';
import type { CheckDeclaration } from '../cases/check-declaration.ts';
import type { GradingContext } from '../cases/case.ts';
import type { Reply } from '../cases/reply.ts';
import type { Explanations } from '../core/problem.ts';

/** What was collected before grading and cannot be computed from case and reply: check id → data. */
export type Evidence = Readonly<Record<string, unknown>>;

export interface CheckContext {
  readonly case: GradingContext;
  readonly evidence: Evidence;
  /** The tool that the case's `tool_name` check wants called; null when it has none. */
  readonly toolName: string | null;
}

/** What a check saw; `grade` adds the check's id and makes a finding of it. */
export interface Sighting {
  readonly code: string;
  readonly detail?: string | undefined;
  readonly at: string;
  readonly expected?: string | undefined;
  readonly saw?: string | undefined;
}

/** What one check says of one reply, before `not` is applied. The score is 0..1. */
export interface CheckOutcome {
  readonly status: 'pass' | 'fail' | 'unreadable' | 'error' | 'not_judged';
  readonly score: number | null;
  readonly sightings: readonly Sighting[];
}

/** Passes; the sightings say what was found, so that a negated check can tell what it did not want. */
export function pass(...sightings: readonly Sighting[]): CheckOutcome {
  return { status: 'pass', score: 1, sightings };
}

export function fail(...sightings: readonly Sighting[]): CheckOutcome {
  return { status: 'fail', score: 0, sightings };
}

/** Fails with a share of the parts right, 0..1. */
export function failPartly(score: number, ...sightings: readonly Sighting[]): CheckOutcome {
  return { status: 'fail', score, sightings };
}

export function unreadable(...sightings: readonly Sighting[]): CheckOutcome {
  return { status: 'unreadable', score: 0, sightings };
}

/** The grader itself could not decide. */
export function undecided(...sightings: readonly Sighting[]): CheckOutcome {
  return { status: 'error', score: null, sightings };
}

export function notJudged(...sightings: readonly Sighting[]): CheckOutcome {
  return { status: 'not_judged', score: null, sightings };
}

/** A reply that this check, with these options, must not pass. */
export interface Counterexample {
  readonly name: string;
  readonly reply: Reply;
}

/** One kind of assertion: a pure function, its options, the codes it can find, and what kills it. */
export interface Check extends CheckDeclaration {
  /** One line for the reference page. */
  readonly summary: string;
  readonly findings: Explanations;
  readonly test: (reply: Reply, options: unknown, context: CheckContext) => CheckOutcome;
  /** Derived from a reply that passes; each must not pass. */
  readonly counterexamples: (reply: Reply, options: unknown, context: CheckContext) => Iterable<Counterexample>;
}

/** What an author of a check writes; `Options` is what its schema gives. */
export interface CheckDefinition<Options> {
  readonly type: string;
  readonly version?: number;
  readonly summary: string;
  readonly options: z.ZodType<Options>;
  readonly wholeValue?: boolean;
  readonly judgeable?: boolean;
  readonly looksAt?: 'reply' | 'call';
  readonly findings: Explanations;
  readonly neverFails?: (options: Options, use: { readonly not: boolean }) => string | null;
  readonly test: (reply: Reply, options: Options, context: CheckContext) => CheckOutcome;
  readonly counterexamples: (reply: Reply, options: Options, context: CheckContext) => Iterable<Counterexample>;
}

/** Makes a check of a definition. The loader hands every check only options that its own schema has parsed. */
export function defineCheck<Options>(definition: CheckDefinition<Options>): Check {
  const { neverFails, test, counterexamples } = definition;
  return {
    type: definition.type,
    version: definition.version ?? 1,
    summary: definition.summary,
    options: definition.options,
    wholeValue: definition.wholeValue ?? false,
    judgeable: definition.judgeable ?? true,
    looksAt: definition.looksAt ?? 'reply',
    findings: definition.findings,
    neverFails: (options, use) => neverFails?.(options as Options, use) ?? null,
    test: (reply, options, context) => test(reply, options as Options, context),
    counterexamples: (reply, options, context) => counterexamples(reply, options as Options, context),
  };
}
