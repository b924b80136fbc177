import type { z } from 'zod';

/** What the loader must know of a check to read its options; the checks themselves live in a room above. */
export interface CheckDeclaration {
  readonly type: string;
  /** Joins the grading fingerprint: raised when the check's meaning changes. */
  readonly version: number;
  /** A strict object. Its key `value`, where there is one, is what the map form's right side stands for. */
  readonly options: z.ZodType;
  /** In the map form an object is the value itself, not options (`args`, `equals`, `json_schema`). */
  readonly wholeValue: boolean;
  /** False when only a person or a judge could decide it (`rubric`). */
  readonly judgeable: boolean;
  /** `call`: looks at what only a real call has, so no made reply can prove it. */
  readonly looksAt: 'reply' | 'call';
  /** Why a check with these options can never fail (under `not`: never pass the inner test); null when it can. */
  readonly neverFails: (options: unknown, use: { readonly not: boolean }) => string | null;
}

export type CheckDeclarations = ReadonlyMap<string, CheckDeclaration>;
