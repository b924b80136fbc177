import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { CommandIo } from '../../src/cli/io.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { gradeControls } from '../../src/runs/controls.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';
import { recordedLines } from '../../src/targets/recorded-lines.ts';
import { caseWith, faultsOf, loadFiles, type SuiteFiles } from '../support/suite-folder.ts';
import { anchorsOf, blocksOf, fileOf, linksOf, pages, root, type Block } from './markdown.ts';
import { commandLine, compare, Session } from './session.ts';

const allBlocks = pages().flatMap(blocksOf);
const marked = (language: string, word: string): Block[] =>
  allBlocks.filter((block) => block.language === language && block.words.includes(word));

test('the pages are found, and they hold blocks of every marked kind', () => {
  expect(pages()).toContain('README.md');
  for (const word of ['case', 'config', 'scenario', 'faulty']) expect(marked('yaml', word).length).toBeGreaterThan(0);
  expect(allBlocks.filter(({ language }) => language === 'console').length).toBeGreaterThan(5);
});

describe('links', () => {
  test.each(pages())('every relative link of %s leads to a file and a heading that are there', (page) => {
    const dead = linksOf(page).filter((target) => {
      const [file = '', anchor] = target.split('#');
      const found = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      if (!existsSync(path.join(root, found))) return true;
      return anchor !== undefined && !anchorsOf(found).includes(anchor);
    });
    expect(dead).toEqual([]);
  });
});

const extensions: Readonly<Record<string, string>> = { yaml: 'yaml', json: 'json', jsonl: 'jsonl', csv: 'csv' };
const cases = allBlocks.filter(({ language, words }) => language in extensions && words.includes('case'));
/** What cases of the pages point to. */
const beside: SuiteFiles = {
  'material/terms.txt': 'Goods can be returned within 14 days of delivery.\n',
  'schemas/hours.json': '{ "type": "object", "required": ["open", "close"] }\n',
};

describe('cases', () => {
  test.each(cases)('the case at $at loads, and its controls are graded right', ({ language, text }) => {
    const suite = loadFiles({ [`cases/page.${extensions[language] as string}`]: text, ...beside });
    const statuses = suite.cases.flatMap(gradeControls).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 'held' && status !== 'unjudged')).toEqual([]);
  });

  test.each(marked('yaml', 'faulty'))('the faulty case at $at gives the error below it', ({ at, text }) => {
    const file = fileOf(marked('yaml', 'faulty').find((block) => block.at === at) as Block) ?? 'cases/page.yaml';
    const faults = faultsOf({ [file.replace(/^eval\//, '')]: text }).map((line) => `eval/${line}`);
    const after = allBlocks[allBlocks.findIndex((block) => block.at === at) + 1] as Block;
    expect(after.language).toBe('text');
    expect(faults.join('\n')).toBe(after.text.trimEnd());
  });
});

test.each(marked('yaml', 'config'))('the config at $at loads', ({ text }) => {
  const files = {
    'system_prompt.txt': 'You answer.\n',
    'tools.yaml': '- { type: function, function: { name: look } }\n',
  };
  const suite = loadFiles({ 'proofmark.yaml': text, 'cases/one.yaml': caseWith(''), ...files });
  expect(suite.cases).toHaveLength(1);
});

test.each(marked('yaml', 'scenario'))('the scenario at $at is one', ({ at, text }) => {
  expect(parseScenario(text, at).rules.length).toBeGreaterThan(0);
});

test.each(marked('jsonl', 'replies'))('the recorded replies at $at are read', ({ at, text }) => {
  expect(recordedLines(Buffer.from(text), at).size).toBeGreaterThan(0);
});

/** Every `proofmark …` that a page tells its reader to type, with its place. */
function* typed(): Generator<{ at: string; text: string }> {
  for (const { at, language, text } of allBlocks) {
    if (!['sh', 'console', 'yaml'].includes(language)) continue;
    for (const line of text.split('\n')) {
      const command = line
        .replace(/^\s*(?:- )?run: /, '')
        .replace(/^\$ /, '')
        .replace(/\s+(?:#|\|\|).*$/, '')
        .replace(/\$\{\{.*?\}\}/g, '1');
      if (/^(?:[A-Z_]+=\S* )*(?:npx )?proofmark /.test(command)) yield { at, text: command.replace('npx ', '') };
    }
  }
}

describe('commands', () => {
  const idle = { stdout: process.stdout, stderr: process.stderr } as unknown as CommandIo;
  const program = buildProgram(idle, () => undefined);

  test.each([...typed()])('$text ($at) names a command and options that there are', ({ text }) => {
    const [, name, ...rest] = commandLine(text).words;
    if (name?.startsWith('-')) return expect(['--help', '--version']).toContain(name);
    const command = program.commands.find((known) => known.name() === name) as Command;
    expect(program.commands).toContain(command);
    const { unknown, operands } = command.parseOptions(rest.filter((word) => word !== '--help'));
    expect(unknown).toEqual([]);
    const { registeredArguments: known } = command;
    if (!known.some(({ variadic }) => variadic)) expect(operands.length).toBeLessThanOrEqual(known.length);
    if (!rest.includes('--help')) {
      expect(operands.length).toBeGreaterThanOrEqual(known.filter(({ required }) => required).length);
    }
  });
});

describe('sessions', () => {
  const withSession = pages().filter((page) => blocksOf(page).some(({ language }) => language === 'console'));

  test.each(withSession)('%s shows what its commands print', { timeout: 60_000 }, async (page) => {
    const session = new Session();
    try {
      for (const block of blocksOf(page)) {
        const file = fileOf(block);
        if (file !== null && !block.words.includes('faulty')) session.write(file, block.text);
        if (block.language !== 'console') continue;
        for (const part of block.text.split(/^\$ /m).slice(1)) {
          const [command = '', ...shown] = part.split('\n');
          const printed = await session.type(command);
          expect({ command, ...compare(shown, printed) }).toMatchObject({ command, untrue: null });
        }
      }
    } finally {
      await session.end();
    }
  });
});
