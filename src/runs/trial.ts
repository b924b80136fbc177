import { canonicalJson, sha256 } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import type { Case, Sampling } from '../cases/case.ts';
import type { Message } from '../cases/reply.ts';
import type { Target } from '../targets/target.ts';

/** One case × input variant × target × repeat. */
export interface Trial {
  /** `refund_window@default#0`, `refund_window/injected@default#2`: unique in a run, the same in every resume. */
  readonly key: string;
  readonly case: Case;
  /** The hostile control's name, or null for the case's own input. */
  readonly variant: string | null;
  readonly target: Target;
  readonly repeat: number;
  readonly messages: readonly Message[];
  readonly tools: readonly JsonValue[] | null;
  readonly sampling: Sampling;
  readonly request: RequestFingerprint;
}

/** What was asked, and of whom; each part is a hash of 8 hexadecimal digits, so that a difference can be named. */
export interface RequestFingerprint {
  readonly whole: string;
  readonly parts: RequestParts;
}

export interface RequestParts {
  readonly prompt: string;
  readonly input: string;
  readonly tools: string;
  readonly sampling: string;
  readonly model: string;
  /** How the target is asked, beside model and endpoint. */
  readonly target: string;
  readonly endpoint: string;
}

export function trialKey(part: {
  readonly caseId: string;
  readonly variant: string | null;
  readonly target: string;
  readonly repeat: number;
}): string {
  return `${part.caseId}${part.variant === null ? '' : `/${part.variant}`}@${part.target}#${part.repeat}`;
}

/** The fingerprint of a request: its parts are hashed apart, the whole is the hash of the parts. */
export function requestFingerprint(request: {
  /** The system prompt's template: its hash is of the template, the vars are part of the input. */
  readonly prompt: string | null;
  readonly input: JsonValue;
  readonly tools: readonly JsonValue[] | null;
  readonly sampling: Sampling;
  readonly model: string | null;
  readonly target: readonly JsonValue[];
  readonly endpoint: string;
}): RequestFingerprint {
  const parts: RequestParts = {
    prompt: shortHash(request.prompt ?? ''),
    input: sha256(canonicalJson(request.input)).slice(0, 8),
    tools: request.tools === null ? '-' : sharedHash(request.tools),
    sampling: sharedHash(request.sampling),
    model: shortHash(request.model ?? ''),
    target: sharedHash(request.target),
    endpoint: shortHash(request.endpoint),
  };
  return { whole: sha256(Object.values(parts).join(' ')).slice(0, 16), parts };
}

const known = new Map<string, string>();

// Prompts are the same in most trials of a run.
function shortHash(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const hash = sha256(text).slice(0, 8);
  if (known.size >= 1000) known.clear();
  known.set(text, hash);
  return hash;
}

const knownValues = new WeakMap<object, string>();

// Tools, samplings and targets are mostly the same objects.
function sharedHash(value: object): string {
  const found = knownValues.get(value);
  if (found !== undefined) return found;
  const hash = shortHash(canonicalJson(value));
  knownValues.set(value, hash);
  return hash;
}

/** Names of the parts in which two requests differ. */
export function differingParts(first: RequestParts, second: RequestParts): string[] {
  const names = Object.keys(first) as (keyof RequestParts)[];
  return names.filter((name) => first[name] !== second[name]);
}
