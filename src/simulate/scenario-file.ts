import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import type { z } from 'zod';
import { didYouMean } from '../core/nearest.ts';
import type { Position } from '../core/position.ts';
import { printable } from '../core/printable.ts';
import { InputError, type Explanations, type Problem } from '../core/problem.ts';
import { scenarioSchema } from './scenario-schema.ts';
import type { Scenario } from './scenario.ts';

export const scenarioExplanations: Explanations = {
  SCENARIO_FILE: {
    meaning: 'The scenario file of the simulated endpoint could not be read.',
    advice: 'Check the path; proofmark simulate takes a YAML file.',
  },
  SCENARIO_SYNTAX: {
    meaning: 'The scenario file is not one well-formed YAML document.',
    advice: 'Look at the place named; a text with a colon, a hash or a brace needs quotes.',
  },
  SCENARIO_UNKNOWN_KEY: {
    meaning: 'The scenario has a key that means nothing there, so what it was meant to say would be lost.',
    advice: 'Correct its spelling, or take it out.',
  },
  SCENARIO_VALUE: {
    meaning: 'A value of the scenario is missing, of the wrong type, or out of range.',
    advice: 'Write what the message asks for.',
  },
};

/** Reads a scenario file. Throws `InputError` with every problem and its place. */
export async function readScenario(path: string): Promise<Scenario> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new InputError({ code: 'SCENARIO_FILE', message: `${path} cannot be read: ${reason}` });
  }
  return parseScenario(text, path);
}

/** The scenario that the text says; `log` is placed beside `file`. Throws `InputError` with every problem and its place. */
export function parseScenario(text: string, file: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    throw new InputError(
      faults.map(({ message, pos }) => {
        const plain = printable(message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
        return { code: 'SCENARIO_SYNTAX', message: plain, at: placeOf(pos[0]) };
      }),
    );
  }
  const result = scenarioSchema.safeParse(dataOf(document, placeOf(0)));
  if (result.success) {
    const { log } = result.data;
    return { ...result.data, log: log === null ? null : join(dirname(file), log) };
  }
  const place: Place = (path, part) => placeOf(offsetOf(document, path, part));
  throw new InputError(causesOf(result.error.issues).flatMap((issue) => problemsOf(issue, place)));
}

/** Without what is said of a map that has a misspelt key: that something is missing in it follows from the spelling. */
function causesOf(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const misspelt = new Set(issues.filter(({ code }) => code === 'unrecognized_keys').map(({ path }) => named(path)));
  return issues.filter(({ code, path }) => code !== 'custom' || !misspelt.has(named(path)));
}

function dataOf(document: Document.Parsed, at: Position): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    throw new InputError({ code: 'SCENARIO_SYNTAX', message: printable((error as Error).message), at });
  }
}

type Place = (path: readonly PropertyKey[], part: 'key' | 'value') => Position;

function problemsOf(issue: z.core.$ZodIssue, place: Place): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(', ');
    return issue.keys.map((key) => ({
      code: 'SCENARIO_UNKNOWN_KEY',
      message: `unknown key "${printable(key)}" in ${named(issue.path)}`,
      at: place([...issue.path, key], 'key'),
      hint: didYouMean(key, known) ?? `known are ${known.join(', ')}`,
    }));
  }
  const wanted =
    issue.code === 'invalid_type' ? `must be ${typeNames[issue.expected] ?? issue.expected}` : issue.message;
  return [{ code: 'SCENARIO_VALUE', message: `${named(issue.path)} ${wanted}`, at: place(issue.path, 'value') }];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text (quote it)',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a map',
};

/** `replies[0].match.user`. */
function named(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${printable(String(part))}`)).join('');
  return name.replace(/^\./, '') || 'the scenario';
}

/** Where the path leads, or as far as the document goes along it. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = (document.contents as Node | null)?.range?.[0] ?? 0;
  for (const [index, step] of path.entries()) {
    if (isMap(node)) {
      if (typeof step === 'number') continue; // a map that stands for a list of one
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) break;
      const place = part === 'key' && index === path.length - 1 ? pair.key : (pair.value ?? pair.key);
      offset = (place as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      offset = (item as Node | undefined)?.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return offset;
}
