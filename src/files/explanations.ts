import type { Explanations } from '../core/problem.ts';

/** The faults of files: what each code means and what to do. */
export const fileExplanations: Explanations = {
  FILE_UNREADABLE: { meaning: 'A file cannot be opened.', advice: 'Check its path and its permissions.' },
  FILE_TOO_LARGE: {
    meaning: 'A file of the suite is larger than proofmark reads at once.',
    advice: 'Split it into several files.',
  },
  FILE_NOT_UTF8: {
    meaning: 'A file is in another encoding than UTF-8, so its text would be misread.',
    advice: 'Save it as UTF-8; the message gives the place of the first wrong byte.',
  },
  FILE_NOT_TEXT: {
    meaning: 'A file holds a NUL byte: it is binary, or UTF-16 without a mark.',
    advice: 'Save it as UTF-8 text.',
  },
  FILE_EMPTY: { meaning: 'A file holds nothing: no case would come from it.', advice: 'Fill it or delete it.' },
  FILE_KIND: {
    meaning: 'A file’s ending is none that cases come in.',
    advice: 'Use .yaml, .yml, .json, .jsonl or .csv.',
  },
  FILE_DUPLICATE_KEY: {
    meaning: 'A key stands twice in one map; one of the two would silently win.',
    advice: 'Keep one; a check that is used twice goes into the list form of expect.',
  },
  FILE_BAD_KEY: {
    meaning: 'A key is missing, is no plain text, or may not be used.',
    advice: 'Write a plain text before the colon.',
  },
  FILE_FORMAT: { meaning: 'A file is of another kind than the command reads.', advice: 'Check the path.' },
  FILE_VERSION: { meaning: 'A file was written by a newer proofmark.', advice: 'Install a newer proofmark.' },
  FILE_LOCKED: {
    meaning: 'Another process is writing the same file or run.',
    advice: 'Wait for it to end; a lock left by a process that is gone is taken over by itself.',
  },
  YAML_SYNTAX: {
    meaning: 'The file is not YAML 1.2 at this place.',
    advice: 'Look at the indentation and the quotes of that line and the one above.',
  },
  YAML_TOO_DEEP: { meaning: 'The YAML is nested deeper than any suite needs.', advice: 'Flatten it.' },
  YAML_ALIAS: {
    meaning: 'An alias points nowhere, into itself, or multiplies the file beyond bounds.',
    advice: 'Write the value out.',
  },
  YAML_UNQUOTED_BRACES: {
    meaning: '{{name}} without quotes is a map in YAML, not a text.',
    advice: 'Write "{{name}}" in quotes.',
  },
  JSON_SYNTAX: {
    meaning: 'The file is not JSON at this place (comments and trailing commas are not JSON).',
    advice: 'Mend it, or write YAML.',
  },
  JSON_TOO_DEEP: { meaning: 'The JSON is nested deeper than any suite needs.', advice: 'Flatten it.' },
  CSV_SEPARATOR: { meaning: 'The table seems to be separated by semicolons or tabs.', advice: 'Save it with commas.' },
  CSV_RAGGED: {
    meaning: 'A row has more or fewer cells than the header, so its values would land in the wrong columns.',
    advice: 'Put double quotes around a cell that holds a comma.',
  },
  CSV_QUOTES: {
    meaning: 'A double quote stands in the middle of a cell, or is not closed.',
    advice: 'Put the whole cell in quotes and write "" for each quote inside.',
  },
  CSV_HEADER: { meaning: 'A column has no heading.', advice: 'Name it or take it out.' },
  CSV_CELL: {
    meaning: 'A cell of a check is not one YAML value.',
    advice: 'Write it as in YAML on one line: [a, b] or "text".',
  },
  NDJSON_VALUE: {
    meaning:
      'A record cannot be written as a line: it is nested too deeply or too large. What was written before stays.',
    advice: 'Lower limits.max_reply_bytes, or leave the named case out with --only or --tag.',
  },
  NDJSON_LINE: {
    meaning: 'A line of a record is no JSON object; records are only appended, so someone or something changed it.',
    advice: 'Restore the file, or start a new run.',
  },
};
