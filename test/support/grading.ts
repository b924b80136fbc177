import type { CheckUse, GradingContext } from '../../src/cases/case.ts';
import { replyOf, toolCallOf, type Reply } from '../../src/cases/reply.ts';
import { formatCode, type CheckResult, type Verdict } from '../../src/cases/verdict.ts';
import { grade } from '../../src/checks/grade.ts';
import { checks } from '../../src/checks/registry.ts';
import type { JsonObject } from '../../src/core/json.ts';

export function gradingContext(inputText = ''): GradingContext {
  const facts = { must: [], entities: [], units: [], aliases: {}, unordered: [], optional: [], locale: null };
  return { inputText, facts, context: [], material: [] };
}

export interface UseParts {
  readonly id?: string;
  readonly not?: boolean;
  readonly blocking?: boolean;
}

/** The use of a check with options as a file has them; throws when the check's own schema refuses them. */
export function useOf(type: string, options: unknown, parts: UseParts = {}): CheckUse {
  const check = checks.get(type);
  if (!check) throw new Error(`no check ${type}`);
  const at = { file: 'case.yaml', line: 1, column: 1 };
  return {
    id: parts.id ?? type,
    type,
    options: check.options.parse(options),
    not: parts.not ?? false,
    blocking: parts.blocking ?? false,
    at,
  };
}

/** What is wrong with options, one line an issue (`value.0: must not be empty`); empty when they are accepted. */
export function issuesOf(type: string, options: unknown): string[] {
  const result = checks.get(type)?.options.safeParse(options);
  return (result?.error?.issues ?? []).map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
}

/** Why a check with these options would be vacuous; null when it is not. */
export function neverFails(type: string, options: unknown, not = false): string | null {
  return checks.get(type)?.neverFails(useOf(type, options).options, { not }) ?? null;
}

export interface GradeParts extends UseParts {
  readonly inputText?: string;
  readonly beside?: readonly CheckUse[];
}

export function verdictOf(
  type: string,
  options: unknown,
  { reply, ...parts }: GradeParts & { readonly reply: Reply },
): Verdict {
  return grade(
    { ...gradingContext(parts.inputText), checks: [useOf(type, options, parts), ...(parts.beside ?? [])] },
    reply,
  );
}

export function resultOf(type: string, options: unknown, parts: GradeParts & { readonly reply: Reply }): CheckResult {
  return verdictOf(type, options, parts).checks[0] as CheckResult;
}

/** `fail [missing:'14 days', …]`: status and codes in one line. */
export function told({ status, findings }: CheckResult): string {
  return findings.length === 0 ? status : `${status} [${findings.map(formatCode).join(', ')}]`;
}

/** What one check says of a reply with this content. */
export function toldOf(type: string, options: unknown, content: string | null): string {
  return told(resultOf(type, options, { reply: replyOf({ content }) }));
}

/** A reply that calls these tools. */
export function calling(...calls: readonly (readonly [name: string, args: JsonObject])[]): Reply {
  return replyOf({ toolCalls: calls.map(([name, args]) => toolCallOf(name, args)) });
}
