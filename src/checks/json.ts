import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag } from '../cases/values.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, fail, pass, type Check, type CheckOutcome, type Counterexample } from './check.ts';
import { notPassing } from './counterexample.ts';
import { jsonExplanations, notJson, replyJson } from './reply-json.ts';
import { withContent } from './reply-text.ts';

interface Options {
  readonly value: boolean;
  readonly fence?: 'accept' | undefined;
}

function test(reply: Reply, { fence }: Options): CheckOutcome {
  const read = replyJson(reply);
  if (read.kind === 'json' || (read.kind === 'fenced' && fence === 'accept')) {
    return pass({ code: 'json', at: 'content', expected: 'JSON', saw: excerpt(reply.content ?? '') });
  }
  return fail(notJson(reply, read.kind));
}

function* candidates(reply: Reply): Generator<Counterexample> {
  const content = (reply.content ?? '').trim();
  yield { name: 'empty', reply: withContent(reply, '') };
  yield { name: 'word-before', reply: withContent(reply, `Here it is: ${content}`) };
  yield { name: 'word-after', reply: withContent(reply, `${content}\nAnything else?`) };
  yield { name: 'said-twice', reply: withContent(reply, `${content}\n${content}`) };
  yield { name: 'in-a-code-fence', reply: withContent(reply, `\`\`\`json\n${content}\n\`\`\``) };
  yield { name: 'cut', reply: withContent(reply, content.slice(0, -1)) };
  yield { name: 'single-quotes', reply: withContent(reply, content.replaceAll('"', "'")) };
  yield { name: 'trailing-comma', reply: withContent(reply, content.replace(/[}\]]$/, ',$&')) };
}

/** Passes when the reply's content is JSON and nothing else. */
export const json: Check = defineCheck<Options>({
  type: 'json',
  summary: 'The reply is JSON and nothing else; with fence: accept it may be one fenced code block.',
  options: z.strictObject({
    value: flag()
      .refine((value) => value, 'can only be true; for the contrary write not: true in the list form')
      .default(true),
    fence: z.literal('accept').optional(),
  }),
  findings: jsonExplanations,
  test,
  *counterexamples(reply, options) {
    yield* notPassing(candidates(reply), (made) => test(made, options));
  },
});
