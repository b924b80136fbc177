import type { Outcome } from '../cases/outcome.ts';
import { replyOf, type Usage } from '../cases/reply.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../core/json.ts';
import { errorMessage, isErrorBody } from './error-message.ts';
import { eventLines, type StreamEvent } from './event-lines.ts';
import { badBody, indexOf, orBadBody, unreadable, whyNoJson } from './read-completion.ts';
import { readText, readUsage, textOrNull, toolCall, typeName, UnreadableError } from './read-message.ts';
import { outcomeOf, type Quote } from './reply-outcome.ts';
import { toolCallParts } from './tool-call-parts.ts';

export interface StreamResult {
  readonly outcome: Outcome;
  /** Milliseconds until the first text or tool call; null when none came. */
  readonly timeToFirstTokenMs: number | null;
}

/** Puts a streamed chat completion together. */
export interface CompletionStream {
  /** Takes bytes as they arrive; true when no more are needed: `[DONE]`, or a fault. */
  readonly push: (bytes: Uint8Array, atMs: number) => boolean;
  /** What came of it; null when there was no event at all, so that the body may be something else. */
  readonly end: () => StreamResult | null;
}

export function completionStream(quote: Quote): CompletionStream {
  const lines = eventLines();
  const calls = toolCallParts();
  const content: string[] = [];
  const refusal: string[] = [];
  let events = 0;
  let choiceSeen = false;
  let done = false;
  let fault: string | null = null;
  let finishReason: string | null = null;
  let usage: Usage | null = null;
  let servedModel: string | null = null;
  let systemFingerprint: string | null = null;
  let firstTokenMs: number | null = null;

  // What a choice of another index says counts only where there is none of index 0.
  const others: { readonly choice: JsonObject; readonly atMs: number }[] = [];

  function takeEvent({ name, data }: StreamEvent, atMs: number): void {
    events += 1;
    if (name !== 'error' && data.trim() === '[DONE]') {
      done = true;
      return;
    }
    const chunk = parseJson(data);
    if (name === 'error' || (chunk !== undefined && isErrorBody(chunk)))
      throw new UnreadableError(`an error in the stream: ${quote(errorMessage(chunk) ?? data)}`);
    if (chunk === undefined) throw new UnreadableError(`an event of the stream is ${whyNoJson(data)}: ${quote(data)}`);
    if (!isJsonObject(chunk)) throw new UnreadableError(`an event of the stream is ${typeName(chunk)}`);
    usage = readUsage(chunk.usage) ?? usage;
    servedModel = textOrNull(chunk.model) ?? servedModel;
    systemFingerprint = textOrNull(chunk.system_fingerprint) ?? systemFingerprint;
    const choices = Array.isArray(chunk.choices) ? (chunk.choices as readonly JsonValue[]) : [];
    // The first event of Azure and the last one with the usage have no choices.
    takeChoices(choices.filter(isJsonObject), atMs);
  }

  function takeChoices(choices: readonly JsonObject[], atMs: number): void {
    const first = choices.find((choice) => indexOf(choice) === 0);
    if (first !== undefined) {
      takeChoice(first, atMs);
      others.length = 0;
      return;
    }
    const [choice] = choices;
    if (choice === undefined || choiceSeen) return;
    const index = indexOf(others[0]?.choice ?? choice);
    const same = choices.find((one) => indexOf(one) === index);
    if (same !== undefined) others.push({ choice: same, atMs });
  }

  function takeChoice(choice: JsonObject, atMs: number): void {
    choiceSeen = true;
    if (isErrorBody(choice))
      throw new UnreadableError(`an error in the stream: ${quote(errorMessage(choice.error) ?? '')}`);
    finishReason = textOrNull(choice.finish_reason) ?? finishReason;
    const delta = isJsonObject(choice.delta) ? choice.delta : {};
    const said = readText(delta);
    if (said.content) content.push(said.content);
    if (said.refusal) refusal.push(said.refusal);
    const called = calls.push(delta);
    if (said.content || said.refusal || called) firstTokenMs ??= atMs;
  }

  function take(read: () => readonly StreamEvent[], atMs: number): void {
    try {
      for (const event of read()) if (!done) takeEvent(event, atMs);
    } catch (error) {
      const badBytes = error instanceof TypeError && 'code' in error; // one of ours has no code
      fault = badBytes ? 'the stream is not UTF-8' : unreadable(error);
    }
  }

  function outcome(): Outcome {
    if (fault !== null) return badBody(fault);
    for (const { choice, atMs } of others) takeChoice(choice, atMs);
    if (!done && finishReason === null) return badBody('the stream was cut: no finish reason and no [DONE]');
    if (!choiceSeen) return { kind: 'failure', code: 'no_choices', detail: 'no event of the stream has a choice' };
    const reply = replyOf({
      content: content.length > 0 ? content.join('') : null,
      refusal: refusal.length > 0 ? refusal.join('') : null,
      toolCalls: calls.all().map(({ name, argumentsText }) => toolCall(name, argumentsText)),
      finishReason,
      usage,
      servedModel,
      systemFingerprint,
    });
    return outcomeOf(reply, quote);
  }

  return {
    push: (bytes, atMs) => {
      take(() => lines.push(bytes), atMs);
      return done || fault !== null;
    },
    end: () => {
      if (!done && fault === null) take(() => lines.end(), firstTokenMs ?? 0);
      return events === 0 && fault === null ? null : { outcome: orBadBody(outcome), timeToFirstTokenMs: firstTokenMs };
    },
  };
}
