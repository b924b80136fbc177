import type { Outcome } from '../cases/outcome.ts';
import { replyOf } from '../cases/reply.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../core/json.ts';
import { maxNesting, nestsDeeper } from '../core/nesting.ts';
import { errorMessage, isErrorBody } from './error-message.ts';
import { readText, readToolCalls, readUsage, textOrNull, typeName, UnreadableError } from './read-message.ts';
import { endingOf, outcomeOf, type Quote } from './reply-outcome.ts';

/** The outcome of the text of a body that a server sent with a 2xx. Parts that vendors leave out may be missing. */
export function readCompletionText(body: string, quote: Quote): Outcome {
  if (body.trim() === '') return badBody('the body is empty');
  const value = parseJson(body);
  if (value !== undefined) return readCompletion(value, quote);
  return badBody(`${whyNoJson(body)}: ${quote(body)}`);
}

/** What is wrong with a text that could not be parsed. */
export function whyNoJson(text: string): string {
  if (nestsDeeper(text)) return `nested deeper than ${maxNesting} levels`;
  return /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text) ? 'a page, not JSON' : 'not JSON';
}

/** The outcome of a chat completion in the OpenAI form; the reply is its choice of index 0, else the first. */
export function readCompletion(value: JsonValue, quote: Quote): Outcome {
  if (isErrorBody(value))
    return badBody(`the body is an error: ${quote(errorMessage(value) ?? JSON.stringify(value))}`);
  if (!isJsonObject(value)) return badBody(`the body is ${typeName(value)}, not a chat completion`);
  const { choices } = value;
  if (choices === undefined)
    return badBody(`not a chat completion, it has no choices: ${quote(JSON.stringify(value))}`);
  // Some gateways send null where a filter took all choices away.
  if (choices === null || (Array.isArray(choices) && choices.length === 0)) {
    return { kind: 'failure', code: 'no_choices', detail: `choices is ${choices === null ? 'null' : 'empty'}` };
  }
  if (!Array.isArray(choices)) return badBody(`choices is ${typeName(choices)}, not a list`);
  return orBadBody(() => readChoice(choices as readonly JsonValue[], value, quote));
}

/** The index of a choice; 0 where it says none. */
export function indexOf(choice: JsonObject): number {
  return typeof choice.index === 'number' ? choice.index : 0;
}

function readChoice(choices: readonly JsonValue[], completion: JsonObject, quote: Quote): Outcome {
  const place = Math.max(
    0,
    choices.findIndex((one) => isJsonObject(one) && indexOf(one) === 0),
  );
  const choice = choices[place];
  if (!isJsonObject(choice)) throw new UnreadableError(`choices[${place}] is ${typeName(choice)}`);
  if (isErrorBody(choice)) return badBody(`the reply is an error: ${quote(errorMessage(choice.error) ?? '')}`);
  const finishReason = textOrNull(choice.finish_reason);
  // What a filter took away whole has no message; the finish reason says so.
  const message = choice.message ?? (endingOf(finishReason ?? '') === 'whole' ? undefined : {});
  if (!isJsonObject(message)) throw new UnreadableError(`choices[${place}].message is ${typeName(message)}`);
  const reply = replyOf({
    ...readText(message),
    toolCalls: readToolCalls(message),
    finishReason,
    usage: readUsage(completion.usage),
    servedModel: textOrNull(completion.model),
    systemFingerprint: textOrNull(completion.system_fingerprint),
  });
  return outcomeOf(reply, quote);
}

/** What `read` gives; a bad body with its words when it throws: no answer of the other side may end the run. */
export function orBadBody(read: () => Outcome): Outcome {
  try {
    return read();
  } catch (error) {
    return badBody(unreadable(error));
  }
}

/** Why something could not be read, in words. */
export function unreadable(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  return `the body cannot be read (${error instanceof Error ? error.name : typeof error})`; // other words might quote it
}

export function badBody(detail: string): Outcome {
  return { kind: 'failure', code: 'bad_body', detail };
}
