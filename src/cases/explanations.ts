import type { Explanations } from '../core/problem.ts';

/** The faults of suites: what each code means and what to do. */
export const caseExplanations: Explanations = {
  CASE_UNKNOWN_KEY: {
    meaning:
      'A key that proofmark does not know. It would be ignored, and what it was to assert would never be asserted.',
    advice:
      'Use the nearest spelling that the message gives, or take the key out; `proofmark schema case` lists all keys.',
  },
  CASE_MISSING_KEY: {
    meaning: 'A key that must be there is not.',
    advice: 'Add it at the place that the message names.',
  },
  CASE_WRONG_VALUE: {
    meaning: 'A value of the wrong kind, or outside its bounds.',
    advice: 'Write what the message asks for; quote a number or a date that is meant as text.',
  },
  CASE_DUPLICATE_ID: {
    meaning: 'Two cases, controls or checks have the same name, so that lines and histories would mix them up.',
    advice: 'Rename one; a case keeps its history with renamed_from: OLD.',
  },
  CASE_NO_CHECK: {
    meaning: 'The case asserts nothing: every answer would pass.',
    advice: 'Say under expect what a right answer holds, for example contains: "14 days".',
  },
  CASE_NO_CONTROL: {
    meaning: 'No wrong answer is written down that the checks must reject, so nothing shows that they can fail.',
    advice:
      'Write one under mutate.completion or controls; --allow-no-controls lets a suite run while it is being moved, and the result says so.',
  },
  CASE_LOST_INDENTATION: {
    meaning:
      'The YAML lost its indentation, as web pages and chats do to it: expect is empty, its checks stand beside it.',
    advice: 'Indent what belongs under expect, mutate and completion by two spaces.',
  },
  CASE_UNKNOWN_CHECK: {
    meaning: 'A check or an aim that does not exist.',
    advice: 'Use the nearest spelling that the message gives; docs/reference/checks.md lists all checks.',
  },
  CASE_NEVER_FAILS: {
    meaning: 'The check’s options let every reply pass, so it proves nothing.',
    advice: 'Give it something to look for, as the message says.',
  },
  CASE_OPTION_IN_VALUE: {
    meaning:
      'In the map form the right side of args, equals and json_schema is the value itself; an option there would be read as data.',
    advice: 'Use the list form: - { check: args, value: {…}, allow_extra: false }.',
  },
  CASE_TEMPLATE: {
    meaning: 'A {{name}} that the case does not declare among its vars: it would be sent as it stands.',
    advice: 'Declare it under vars, or mend the spelling; without any vars braces are plain text.',
  },
  CASE_CONTEXT_UNUSED: {
    meaning:
      'The case has a context, but neither its input nor the system prompt says {{context}}: the model would never see it.',
    advice: 'Write {{context}} where the passages belong; sources that only cites reads go under material.',
  },
  FILE_REFERENCE: {
    meaning: 'A { file: PATH } that is not there, or lies outside the suite’s folder.',
    advice: 'Paths start at the suite’s folder; links that leave it are refused too.',
  },
  CONFIG_DOCUMENTS: {
    meaning: 'proofmark.yaml holds more than one YAML document.',
    advice: 'Keep one; take the --- out.',
  },
  CONFIG_TARGET: {
    meaning: 'Targets and panel do not fit together.',
    advice: 'Give each target its own id, and name only those in panel.',
  },
  CONFIG_PROMPT: {
    meaning: 'A system prompt that the config names cannot be read from inside the suite’s folder.',
    advice: 'Mend the path; system_prompt: null sends no system message.',
  },
  CONFIG_TOOLS: {
    meaning: 'The tools file holds no list.',
    advice: 'List OpenAI tool definitions: - { type: function, function: {…} }.',
  },
};
