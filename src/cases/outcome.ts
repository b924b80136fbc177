import type { Explanations } from '../core/problem.ts';
import type { Reply } from './reply.ts';

/** Why a call gave no reply that can be graded. The status of an `http_4xx` or `http_5xx` is kept beside it and printed as `http_404`. */
export type FailureCode =
  | 'timeout'
  | 'deadline'
  | 'connection'
  | 'http_4xx'
  | 'http_429'
  | 'http_5xx'
  | 'bad_body'
  | 'too_large'
  | 'no_choices'
  | 'empty'
  | 'bad_tool_arguments'
  | 'truncated'
  | 'content_filter'
  | 'not_recorded';

/** What came of one call: a reply, or a failure with a code. A failed call keeps the reply where one could be read. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | {
      readonly kind: 'failure';
      readonly code: FailureCode;
      /** One line in plain words, free of secrets. */
      readonly detail: string;
      readonly httpStatus?: number | undefined;
      readonly reply?: Reply | undefined;
    };

/** One attempt of a call, as it is kept in the trial's record. */
export interface Attempt {
  /** `ok` or the failure's code. */
  readonly result: 'ok' | FailureCode;
  readonly httpStatus: number | null;
  /** Milliseconds from sending to the last byte. */
  readonly durationMs: number;
  /** Milliseconds spent before this attempt: for a place in the limiter, or because the server asked to wait. */
  readonly waitedMs: number;
  readonly detail: string | null;
}

export const failureExplanations: Explanations & Readonly<Record<FailureCode, unknown>> = {
  timeout: {
    meaning: 'The endpoint did not answer one attempt within limits.timeout_ms; attempts and waits are in the trial.',
    advice: 'Raise limits.timeout_ms (or the case’s timeout_ms) if the model needs longer, else look at the endpoint.',
  },
  deadline: {
    meaning:
      'All attempts and waits of one trial together, from its first admission on, took longer than limits.deadline_ms.',
    advice: 'Raise limits.deadline_ms, or lower limits.concurrency if the endpoint asks clients to wait.',
  },
  connection: {
    meaning: 'No connection, or it broke: refused, reset, unknown host, or a certificate that is not trusted.',
    advice: 'Check EVAL_BASE_URL and that the endpoint is up: proofmark doctor makes one call and says what it saw.',
  },
  http_4xx: {
    meaning:
      'The endpoint refused the request (4xx other than 408 and 429). It is never retried: asking again changes nothing.',
    advice:
      'Read the status and message in proofmark show RUN ID; check model name, key, and the parameters that the model accepts (targets.omit, targets.rename).',
  },
  http_429: {
    meaning:
      'The endpoint said “too many requests” again after the allowed retries, or asked for a longer wait than the deadline leaves.',
    advice: 'Set limits.requests_per_minute or tokens_per_minute, lower --concurrency, then go on with --resume.',
  },
  http_5xx: {
    meaning: 'The endpoint failed (5xx) on every allowed attempt.',
    advice:
      'The fault is the server’s; the attempts are in proofmark show RUN ID. Go on with a new run once it is well.',
  },
  bad_body: {
    meaning:
      'The answer could not be read as a chat completion: HTML, broken JSON, a wrong content type, or a body cut off midway.',
    advice: 'See what came in proofmark show RUN ID; a proxy or a wrong path often answers with a page of its own.',
  },
  too_large: {
    meaning: 'The reply grew past limits.max_reply_bytes and was stopped there.',
    advice: 'Bound the model’s output with sampling.max_tokens, or raise limits.max_reply_bytes.',
  },
  no_choices: {
    meaning: 'The completion has no choices, so nothing was said.',
    advice: 'Some gateways do this when a filter fires; the body is in proofmark show RUN ID.',
  },
  empty: {
    meaning: 'The reply has no text, no refusal and no tool call.',
    advice:
      'Look at the finish reason and usage in proofmark show RUN ID: a reasoning model may have spent its whole budget thinking.',
  },
  bad_tool_arguments: {
    meaning: 'The arguments of a tool call are not a JSON object.',
    advice: 'The raw text is in proofmark show RUN ID; a caller of this model would crash or drop the call.',
  },
  truncated: {
    meaning: 'The reply ended because of its length limit (finish reason “length”), so it is not whole.',
    advice: 'Raise sampling.max_tokens; where a cut reply is wanted, say so with a check: finish_reason: length.',
  },
  content_filter: {
    meaning: 'The provider’s content filter stopped the reply.',
    advice: 'If the filter is what the case is about, say so with a check: finish_reason: content_filter.',
  },
  not_recorded: {
    meaning: 'The file of recorded replies has none for this case, variant, target and repeat.',
    advice: 'Record it, or leave the case out with --only or --tag.',
  },
};
