import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Position } from '../core/position.ts';
import type { Message, Reply } from './reply.ts';

/** One check of a case with its options parsed, defaults and templates applied. */
export interface CheckUse {
  /** Unique in the case: the author's `id`, else the type, else the type with `#2`, `#3`. */
  readonly id: string;
  readonly type: string;
  /** As the check's own schema parsed them. */
  readonly options: unknown;
  readonly not: boolean;
  readonly blocking: boolean;
  readonly at: Position;
}

export interface Facts {
  readonly must: readonly string[];
  readonly entities: readonly string[];
  readonly units: readonly string[];
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  readonly unordered: readonly string[];
  readonly optional: readonly string[];
  readonly locale: string | null;
}

export interface Passage {
  readonly id: string;
  readonly text: string;
  readonly rank: number | null;
}

/** A hand-written (or synthesised) reply that must get a certain verdict, graded without a network. */
export interface Control {
  /** Null for the founding, unnamed control. */
  readonly name: string | null;
  readonly must: 'fail' | 'pass';
  /** Ids or types of the checks that are to catch it; empty when any will do. */
  readonly aims: readonly string[];
  readonly reply: Reply;
  /** Made by the loader for a case of an older form, which cannot carry one. */
  readonly synthesised: boolean;
  readonly at: Position;
}

/** A hostile input sent live: the reply must still satisfy the case's `expect`. */
export interface HostileControl {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly at: Position;
}

export interface KnownFailure {
  readonly reason: string;
  /** `2026-12-31`: the last day on which the failure does not make a run red. */
  readonly until: string;
}

/** What `grade` reads of a case beside its checks. */
export interface GradingContext {
  /** The text of the user's turns. */
  readonly inputText: string;
  readonly facts: Facts;
  readonly context: readonly Passage[];
  readonly material: readonly Passage[];
}

/** One golden case. */
export interface Case extends GradingContext {
  readonly id: string;
  readonly renamedFrom: string | null;
  readonly at: Position;
  /** The input, templates filled in, without the system prompt. */
  readonly messages: readonly Message[];
  readonly vars: Readonly<Record<string, string>>;
  readonly checks: readonly CheckUse[];
  readonly reference: Reply | null;
  readonly controls: readonly Control[];
  readonly hostile: readonly HostileControl[];
  readonly tags: readonly string[];
  /** How many trials this case asks for; null where it leaves that to the run. */
  readonly repeat: number | null;
  /** How many trials must pass: below 1 a share, from 1 up a count; null for all of them. */
  readonly minPass: number | null;
  readonly knownFailure: KnownFailure | null;
  readonly tools: readonly JsonValue[] | null;
  readonly sampling: Sampling;
  readonly timeoutMs: number | null;
  readonly split: string | null;
  readonly metadata: JsonObject;
  /** What a reader should know of how the case was read, such as the needles found in a reference. */
  readonly notes: readonly string[];
}

const noFacts: Facts = { must: [], entities: [], units: [], aliases: {}, unordered: [], optional: [], locale: null };

/** A case of these parts; what is not given is absent. */
export function caseOf(parts: Pick<Case, 'id' | 'at' | 'messages' | 'inputText' | 'checks'> & Partial<Case>): Case {
  return {
    renamedFrom: null,
    vars: {},
    reference: null,
    controls: [],
    hostile: [],
    facts: noFacts,
    context: [],
    material: [],
    tags: [],
    repeat: null,
    minPass: null,
    knownFailure: null,
    tools: null,
    sampling: {},
    timeoutMs: null,
    split: null,
    metadata: {},
    notes: [],
    ...parts,
  };
}

/** Keys are file keys and are sent as they are: `max_tokens`, `top_p`, … */
export type Sampling = JsonObject;
