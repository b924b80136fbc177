import type { Outcome } from '../cases/outcome.ts';
import type { Reply } from '../cases/reply.ts';
import { maxNesting, nestsDeeper } from '../core/nesting.ts';

/** Makes text of the other side fit to be shown: secrets struck out, on one line, of bounded length. */
export type Quote = (text: string) => string;

type Ending = 'whole' | 'truncated' | 'content_filter' | 'broken';

// Beside OpenAI's own: Mistral says model_length, gateways to other vendors pass on max_tokens and safety, OpenRouter
// error, DeepSeek insufficient_system_resource. The reply keeps the word that came.
const endings: ReadonlyMap<string, Ending> = new Map(
  Object.entries({
    length: 'truncated',
    model_length: 'truncated',
    max_tokens: 'truncated',
    content_filter: 'content_filter',
    safety: 'content_filter',
    error: 'broken',
    insufficient_system_resource: 'broken',
  } as const),
);

function endingOf(reason: string): Ending {
  return endings.get(reason.toLowerCase()) ?? 'whole';
}

/**
 * The outcome of a reply that could be read. In this order: stopped by a filter, cut at its limit, tool arguments that
 * are no JSON object, nothing said; each a failure that keeps the reply.
 */
export function outcomeOf(reply: Reply, quote: Quote): Outcome {
  const reason = reply.finishReason ?? '';
  const said = `finish reason "${quote(reason)}"`;
  switch (endingOf(reason)) {
    case 'broken':
      return { kind: 'failure', code: 'bad_body', detail: `the endpoint broke off the reply: ${said}`, reply };
    case 'content_filter':
      return { kind: 'failure', code: 'content_filter', detail: said, reply };
    case 'truncated': {
      const tokens = reply.usage?.outputTokens ?? null;
      return {
        kind: 'failure',
        code: 'truncated',
        detail: tokens === null ? said : `${said} after ${tokens} tokens`,
        reply,
      };
    }
    case 'whole':
      return completeOutcome(reply, quote);
  }
}

function completeOutcome(reply: Reply, quote: Quote): Outcome {
  const bad = reply.toolCalls.find((call) => call.arguments === null);
  if (bad !== undefined) {
    const are = nestsDeeper(bad.argumentsText) ? `nested deeper than ${maxNesting} levels` : 'not a JSON object';
    const detail = `the arguments of ${quote(bad.name)} are ${are}: ${quote(bad.argumentsText)}`;
    return { kind: 'failure', code: 'bad_tool_arguments', detail, reply };
  }
  // White space alone says nothing either: a check for what must not be there would pass on it.
  if (reply.toolCalls.length === 0 && isBlank(reply.content) && isBlank(reply.refusal)) {
    return { kind: 'failure', code: 'empty', detail: emptyDetail(reply, quote), reply };
  }
  return { kind: 'reply', reply };
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

function emptyDetail({ finishReason, usage }: Reply, quote: Quote): string {
  const parts = ['no text, no refusal and no tool call'];
  if (finishReason !== null) parts.push(`finish reason "${quote(finishReason)}"`);
  if (typeof usage?.outputTokens === 'number') parts.push(`${usage.outputTokens} tokens were used`);
  return parts.join(', ');
}
