import type { Case, CheckUse } from '../../src/cases/case.ts';
import { madeReply, replyOf, toolCallOf, type Reply } from '../../src/cases/reply.ts';
import { grade } from '../../src/checks/grade.ts';
import { checks } from '../../src/checks/registry.ts';

const documents = ['{}', '[]', 'null', '1', '"x"', '{"a":1}', '{"a":"b","n":2}', '[1,2]'];

/** Replies that say nothing of the case: a check that lets all of them pass needs a reason. */
function strangers(item: Case): Reply[] {
  const texts = [
    '',
    'The weather is fine today.',
    "I'm sorry, but I can't help with that.",
    item.inputText,
    ...documents,
  ];
  return [
    ...texts.map((content) => replyOf({ content, finishReason: 'stop' })),
    replyOf({ toolCalls: [toolCallOf('another_tool', { unrelated: 1 })], finishReason: 'tool_calls' }),
  ];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Replies made of what a check speaks of, for negated checks: they must reject what the check itself accepts. */
function obliging(use: CheckUse): Reply[] {
  const value = (use.options as { readonly value?: unknown }).value;
  const texts = textsIn(use.options);
  const plain = texts.map((text) => text.replace(/^\^|\$$|\\b/g, ''));
  const named = texts.map((name) =>
    replyOf({ toolCalls: [toolCallOf(name, Object.fromEntries(texts.map((key) => [key, 'x'])))] }),
  );
  const args = JSON.stringify(value) ?? '{}';
  return [
    ...[...texts, ...plain, texts.join(' '), args].map((content) =>
      replyOf({ content, finishReason: texts[0] ?? null }),
    ),
    ...named,
    ...(typeof value === 'object' && value !== null ? [argumentsReply(value)] : []),
  ];
}

function argumentsReply(value: object): Reply {
  const entries = Object.entries(value).map(([key, matcher]): [string, unknown] => {
    const wanted = (matcher as { readonly equals?: unknown } | null)?.equals;
    return [key, wanted ?? 'x'];
  });
  return replyOf({ toolCalls: [toolCallOf('f', JSON.parse(JSON.stringify(Object.fromEntries(entries))))] });
}

function* counterexamples(item: Case): Generator<Reply> {
  const seeds = [...strangers(item), ...item.controls.map((control) => control.reply)];
  for (const use of item.checks) {
    if (use.not) {
      yield* obliging(use);
      continue;
    }
    for (const reply of [...seeds, ...obliging(use)]) {
      const context = { case: item, evidence: {}, toolName: null };
      for (const made of checks.get(use.type)?.counterexamples(reply, use.options, context) ?? []) yield made.reply;
    }
  }
}

/** A reply that the case does not pass; null when there is none to be found, so that the case seems to assert nothing. */
export function rejectedReply(item: Case): Reply | null {
  const rejected = (reply: Reply): boolean => grade(item, reply).status !== 'pass';
  const near = [...strangers(item), madeReply({ content: '' }), ...item.controls.map((control) => control.reply)];
  const found = near.find(rejected);
  if (found) return found;
  for (const reply of counterexamples(item)) if (rejected(reply)) return reply;
  return null;
}
