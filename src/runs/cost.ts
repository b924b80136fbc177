import type { JsonObject } from '../core/json.ts';
import type { Reply } from '../cases/reply.ts';

/** The cost of a reply in US dollars by the config's prices; null where price or usage is unknown, never 0 for it. */
export function costOf(
  reply: Reply,
  model: string | null,
  prices: Readonly<Record<string, JsonObject>>,
): number | null {
  const price =
    (model === null ? undefined : prices[model]) ??
    (reply.servedModel === null ? undefined : prices[reply.servedModel]);
  const { usage } = reply;
  if (price === undefined || usage === null || usage.inputTokens === null || usage.outputTokens === null) return null;
  const input = usage.inputTokens * Number(price['input_per_million']);
  const output = usage.outputTokens * Number(price['output_per_million']);
  return (input + output) / 1_000_000;
}
