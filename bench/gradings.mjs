// 3: gradings by every core check, of replies of every kind; run as a process of its own.
import { performance } from 'node:perf_hooks';
import { replyOf, toolCallOf } from '../dist/cases/reply.js';
import { grade } from '../dist/checks/grade.js';
import { checks } from '../dist/checks/registry.js';
import { reply } from './suite.mjs';

const total = Number(process.argv[2]);

const prose =
  'Thank you for your message. You can return the lamp within 14 days of delivery; “opened” items are accepted too. ' +
  'Please send it to our warehouse with the slip that came with it, and keep the receipt until the refund of 49.90 EUR ' +
  'is on your account, which takes three to five working days. Your order A-1207 is closed after that.';
const order = { order_id: 'A-1207', amount: 49.9, items: [{ sku: 'L-1', count: 2 }], reason: 'opened' };
const replies = [
  replyOf({ content: 'You have 14 days.', finishReason: 'stop' }),
  replyOf({ content: 'No.', finishReason: 'stop' }),
  replyOf({ content: prose, finishReason: 'stop' }),
  replyOf({ content: `${prose}\n\n`.repeat(8), finishReason: 'length' }),
  replyOf({ content: '返品は14日以内です。ご注文 A-1207 の返金は 49.90 EUR です。', finishReason: 'stop' }),
  replyOf({ content: reply, finishReason: 'stop' }),
  replyOf({ content: JSON.stringify({ orders: Array.from({ length: 10 }, () => order) }), finishReason: 'stop' }),
  replyOf({ content: '```json\n{"days": 14}\n```', finishReason: 'stop' }),
  replyOf({ toolCalls: [toolCallOf('refund_order', order)], finishReason: 'tool_calls' }),
  replyOf({
    toolCalls: [toolCallOf('lookup', { id: 'A-1' }), toolCallOf('refund_order', order)],
    finishReason: 'tool_calls',
  }),
];

const schema = {
  type: 'object',
  required: ['answer', 'days'],
  properties: { answer: { type: 'string', minLength: 5 }, days: { type: 'integer', minimum: 1 } },
};
const wanted = [
  ['tool_name', { value: 'refund_order' }],
  ['no_tool_call', { value: true }],
  ['required_args', { value: ['order_id', '/items/0/sku'] }],
  ['args', { value: { order_id: 'A-1207', amount: { min: 10, max: 100 } } }],
  ['contains', { value: '14 days' }],
  ['contains_any', { value: ['14 days', 'two weeks', '14日'] }],
  ['contains_all', { value: ['14', 'A-1207', 'EUR'] }],
  ['forbidden_substrings', { value: ['30 days', 'TRACK-', 'as an AI'] }],
  ['equals', { value: 'You have 14 days.', normalise: ['case', 'whitespace', 'punctuation'] }],
  ['regex', { value: 'order [A-Z]-\\d{4}' }],
  ['json', { value: true }],
  ['json_path', { path: '$.orders[*].items[?@.count > 1].sku', exists: true }],
  ['json_schema', { value: schema }],
  ['finish_reason', { value: ['stop', 'tool_calls'] }],
];

const at = { file: 'bench.yaml', line: 1, column: 1 };
const facts = { must: [], entities: [], units: [], aliases: {}, unordered: [], optional: [], locale: null };
const cases = wanted.map(([type, options]) => ({
  inputText: 'How long do I have?',
  facts,
  context: [],
  material: [],
  checks: [{ id: type, type, options: checks.get(type).options.parse(options), not: false, blocking: false, at }],
}));

const statuses = {};
const perCheck = {};
const rounds = Math.ceil(total / (cases.length * replies.length));
const start = performance.now();
let done = 0;
for (let round = 0; round < rounds; round += 1) {
  for (const [index, item] of cases.entries()) {
    const began = performance.now();
    for (const said of replies) {
      const { status } = grade(item, said);
      statuses[status] = (statuses[status] ?? 0) + 1;
      done += 1;
    }
    const type = wanted[index][0];
    perCheck[type] = (perCheck[type] ?? 0) + performance.now() - began;
  }
}
const seconds = (performance.now() - start) / 1000;
const rates = Object.entries(perCheck).map(([type, ms]) => [type, Math.round((rounds * replies.length * 1000) / ms)]);
console.log(JSON.stringify({ done, seconds, perSecond: done / seconds, statuses, rates: Object.fromEntries(rates) }));
