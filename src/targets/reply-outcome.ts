import type { Outcome } from '../cases/outcome.ts';
import type { Reply } from '../cases/reply.ts';
import { maxNesting, nestsDeeper } from '../core/nesting.ts';

/** Makes text of the other side fit to be shown: secrets struck out, on one line, of bounded length. */
export type Quote = (text: string) => string;

type Ending = 'whole' | 'truncated' | 'content_filter' | 'bad_call' | 'broken';

// Beside OpenAI's own the words of Mistral, Anthropic, Google, watsonx, Cohere, DeepSeek and of servers that were told to
// stop, which gateways pass on as they are. A word that is in no list ends a whole reply.
const words: Readonly<Record<Exclude<Ending, 'whole'>, string>> = {
  truncated:
    'length model_length max_tokens max_output_tokens token_limit model_context_window_exceeded incomplete not_finished ' +
    'time_limit timeout cancelled canceled user_cancel abort aborted pause_turn',
  content_filter:
    'content_filter content_filtered guardrail_intervened model_armor error_toxic safety recitation blocklist ' +
    'prohibited_content spii language image_safety image_prohibited_content image_recitation',
  bad_call: 'malformed_function_call unexpected_tool_call too_many_tool_calls function_call_filter',
  broken: 'error insufficient_system_resource malformed_response',
};
const endings: ReadonlyMap<string, Ending> = new Map(
  (Object.keys(words) as (keyof typeof words)[]).flatMap((ending) =>
    words[ending].split(' ').map((word): [string, Ending] => [word, ending]),
  ),
);

/** How a reply with this finish reason ended. Case does not matter; Google also says `content_filter: RECITATION`. */
export function endingOf(reason: string): Ending {
  for (const word of reason.toLowerCase().split(':', 2)) {
    const ending = endings.get(word.trim());
    if (ending !== undefined) return ending;
  }
  return 'whole';
}

/**
 * The outcome of a reply that could be read. In this order: stopped by a filter, cut at its limit, tool arguments that
 * are no JSON object, nothing said; each a failure that keeps the reply.
 */
export function outcomeOf(reply: Reply, quote: Quote): Outcome {
  const reason = reply.finishReason ?? '';
  const ending = endingOf(reason);
  if (ending === 'whole') return completeOutcome(reply, quote);
  const said = `finish reason "${quote(reason)}"`;
  switch (ending) {
    case 'broken':
      return { kind: 'failure', code: 'bad_body', detail: `the endpoint broke off the reply: ${said}`, reply };
    case 'content_filter':
      return { kind: 'failure', code: 'content_filter', detail: said, reply };
    case 'bad_call':
      return { kind: 'failure', code: 'bad_tool_arguments', detail: `the tool call cannot be read: ${said}`, reply };
    case 'truncated': {
      const tokens = reply.usage?.outputTokens ?? null;
      return {
        kind: 'failure',
        code: 'truncated',
        detail: tokens === null ? said : `${said} after ${tokens} tokens`,
        reply,
      };
    }
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
