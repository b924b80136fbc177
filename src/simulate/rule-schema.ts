import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Conditions, PlannedReply, PlannedToolCall, Rule } from './scenario.ts';
import { conditionShape, conditionsOf, filledText, list, map, probability, whole } from './schema-parts.ts';

const match = map(conditionShape)
  .refine((value) => Object.keys(value).length > 0, 'must hold a condition; what is said to all the rest is `default`')
  .transform(conditionsOf);

const toolArguments = z.custom<string | JsonObject>((value) => typeof value === 'string' || isJsonObject(value), {
  error: 'must be a map, or the text to send in its place',
});

const toolCall = map({ name: filledText, arguments: toolArguments.default({}) }).transform((call): PlannedToolCall => ({
  name: call.name,
  argumentsText: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
}));

const replyShape = {
  content: z.string().optional(),
  tool_calls: list(toolCall).optional(),
  refusal: z.string().optional(),
  finish_reason: filledText.optional(),
  usage: map({ prompt_tokens: whole, completion_tokens: whole }).nullable().optional(),
};

type ReplyKeys = z.output<z.ZodObject<typeof replyShape>>;

function plannedReply(value: ReplyKeys): PlannedReply {
  const toolCalls = value.tool_calls ?? [];
  const usage = value.usage;
  return {
    content: value.content ?? null,
    refusal: value.refusal ?? null,
    toolCalls,
    finishReason: value.finish_reason ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage:
      usage === undefined
        ? 'counted'
        : usage && { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
  };
}

const saysSomething = ({ content, tool_calls: toolCalls, refusal }: ReplyKeys): boolean =>
  content !== undefined || toolCalls !== undefined || refusal !== undefined;
const reply = map(replyShape).refine(saysSomething, 'must have content, tool_calls or refusal').transform(plannedReply);

const ruleShape = {
  ...replyShape,
  script: list(reply).optional(),
  pass_probability: probability.optional(),
  otherwise: z.preprocess((value) => (isJsonObject(value) ? [value] : value), list(reply)).optional(),
};

type RuleKeys = z.output<z.ZodObject<typeof ruleShape>>;

function checkRule(value: RuleKeys, context: z.core.$RefinementCtx): void {
  const complain = (message: string): void => context.addIssue({ code: 'custom', message });
  const own = Object.keys(replyShape).find((key) => key in value);
  if (value.script && own !== undefined) complain(`must have script or ${own}, not both`);
  if (!value.script && !saysSomething(value)) complain('must have content, tool_calls, refusal or script');
  if ((value.pass_probability === undefined) !== (value.otherwise === undefined)) {
    complain('must have pass_probability and otherwise together');
  }
}

function ruleOf(value: RuleKeys, conditions: Conditions): Rule {
  return {
    conditions,
    script: value.script ?? [plannedReply(value)],
    passProbability: value.pass_probability ?? 1,
    otherwise: value.otherwise ?? [],
  };
}

/** An entry of `replies`. */
export const ruleSchema: z.ZodType<Rule> = map({ ...ruleShape, match })
  .superRefine(checkRule)
  .transform((value) => ruleOf(value, value.match));

/** A rule without conditions. */
export const fallbackSchema: z.ZodType<Rule> = map(ruleShape)
  .superRefine(checkRule)
  .transform((value) => ruleOf(value, {}));
