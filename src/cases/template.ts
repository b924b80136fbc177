import type { JsonValue } from '../core/json.ts';
import { setOwn } from '../core/json.ts';
import type { Passage } from './case.ts';
import type { Message, Reply, ToolCall } from './reply.ts';

const braces = /\{\{([^{}]*)\}\}/g;
/** What looks like a var's name; other text in braces (code, formulas) is plain text unless a var is called so. */
const nameLike = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u;

/** What may stand in `{{…}}`: the declared vars, and `context` where the case has one. */
export class Template {
  readonly #values: ReadonlyMap<string, string>;
  readonly #strict: boolean;
  /** Names that were used; tells whether a context is sent. */
  readonly used: Set<string> = new Set();
  /** Names in braces that nothing declares; errors when the case has vars, else literal text. */
  readonly undeclared: Set<string> = new Set();

  constructor(vars: Readonly<Record<string, string>>, context: readonly Passage[]) {
    const values = new Map(Object.entries(vars));
    this.#strict = values.size > 0;
    if (context.length > 0) values.set('context', contextText(context));
    this.#values = values;
  }

  /** The names that may stand in braces. */
  get declared(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** The text with every declared name replaced, once: what a value brings in is never expanded again. */
  fill(text: string): string {
    return text.replace(braces, (whole, inside: string) => {
      const name = inside.trim();
      const value = this.#values.get(name);
      if (value !== undefined) {
        this.used.add(name);
        return value;
      }
      if (this.#strict && nameLike.test(name)) this.undeclared.add(name);
      return whole;
    });
  }

  /** `fill` on every text inside a JSON value; keys stay. */
  fillJson<T extends JsonValue | undefined>(value: T): T {
    if (typeof value === 'string') return this.fill(value) as T;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.fillJson(item)) as JsonValue as T;
    if (typeof value !== 'object' || value === null) return value;
    const result: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) setOwn(result, key, this.fillJson(item));
    return result as JsonValue as T;
  }

  fillMessages(messages: readonly Message[]): Message[] {
    return messages.map((message) =>
      message.content === undefined ? message : { ...message, content: this.#fillContent(message.content) },
    );
  }

  // Of a message's parts only the text is a template: an image's data may hold anything.
  #fillContent(content: JsonValue): JsonValue {
    if (typeof content === 'string') return this.fill(content);
    if (!Array.isArray(content)) return content;
    return content.map((part: JsonValue) => {
      const text =
        typeof part === 'object' && part !== null && !Array.isArray(part)
          ? (part as { text?: JsonValue }).text
          : undefined;
      return typeof text === 'string' ? { ...(part as object), text: this.fill(text) } : part;
    });
  }

  fillReply(reply: Reply): Reply {
    const content = reply.content === null ? null : this.fill(reply.content);
    return { ...reply, content, toolCalls: reply.toolCalls.map((call) => this.#fillCall(call)) };
  }

  #fillCall(call: ToolCall): ToolCall {
    const filled = call.arguments === null ? null : this.fillJson(call.arguments);
    return { ...call, arguments: filled, argumentsText: JSON.stringify(filled) };
  }
}

/** The passages as they are sent: by rank, then in the order written, each under its id. */
export function contextText(context: readonly Passage[]): string {
  const ranked = [...context].sort((first, second) => (first.rank ?? Infinity) - (second.rank ?? Infinity) || 0);
  return ranked.map((passage) => `[${passage.id}]\n${passage.text}`).join('\n\n');
}
