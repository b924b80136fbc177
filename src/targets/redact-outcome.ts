import type { Outcome } from '../cases/outcome.ts';
import type { Reply } from '../cases/reply.ts';
import type { Redact } from '../core/redact.ts';
import { toolCall } from './read-message.ts';

/** The outcome with every secret struck out of every text that came from the other side. */
export function redactedOutcome(outcome: Outcome, redact: Redact): Outcome {
  if (outcome.kind === 'reply') return { kind: 'reply', reply: redactedReply(outcome.reply, redact) };
  const { reply } = outcome;
  return {
    ...outcome,
    detail: redact(outcome.detail),
    ...(reply === undefined ? {} : { reply: redactedReply(reply, redact) }),
  };
}

function redactedReply(reply: Reply, redact: Redact): Reply {
  const text = (value: string | null): string | null => (value === null ? null : redact(value));
  return {
    ...reply,
    content: text(reply.content),
    refusal: text(reply.refusal),
    finishReason: text(reply.finishReason),
    servedModel: text(reply.servedModel),
    systemFingerprint: text(reply.systemFingerprint),
    toolCalls: reply.toolCalls.map((call) => {
      const argumentsText = redact(call.argumentsText);
      const name = redact(call.name);
      return name === call.name && argumentsText === call.argumentsText ? call : toolCall(name, argumentsText);
    }),
  };
}
