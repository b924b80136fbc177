import { z } from 'zod';
import { text } from '../cases/values.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, notJudged, type Check } from './check.ts';

/** Never decided here: only a person, or a judge with a certificate, can say whether a reply meets a rubric. */
export const rubric: Check = defineCheck({
  type: 'rubric',
  summary: 'A rule in words that only a person or a judge can apply; the case is not judged.',
  options: z.strictObject({ value: text() }),
  judgeable: false,
  findings: {
    rubric: {
      meaning:
        'The case is graded by a rubric in words, which no deterministic check can apply; it is counted as not judged.',
      advice:
        'Say what can be checked with checks beside it (contains_any, json_schema, …), or have a person or a judge grade it.',
    },
  },
  test: (_reply, { value }) => notJudged({ code: 'rubric', at: 'content', expected: excerpt(value, 200) }),
  counterexamples: () => [],
});
