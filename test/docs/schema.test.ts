import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { publishedSchema, schemaKinds, type SchemaKind } from '../../src/cases/published-schema.ts';
import { checks } from '../../src/checks/registry.ts';
import { schemaFile } from '../../src/cli/commands/schema.ts';
import { formatJson } from '../../src/files/json-document.ts';
import { blocksOf, pages, root } from './markdown.ts';

const fileText = (kind: SchemaKind): string => readFileSync(path.join(root, 'schema', schemaFile(kind)), 'utf8');

test.each(schemaKinds)('the published schema of a %s is what the code makes of it today (npm run schema)', (kind) => {
  expect(fileText(kind)).toBe(formatJson(publishedSchema(kind, checks)));
});

/** What a schema has against a value; empty when it is valid. */
function validator(kind: SchemaKind): (value: unknown) => string[] {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(fileText(kind)) as object);
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

const caseFaults = validator('case');
const listFaults = validator('cases');
const configFaults = validator('config');

const examples = readdirSync(path.join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.yaml'));
const read = (file: string): string => readFileSync(path.join(root, 'examples', file), 'utf8');
const caseFiles = examples.filter((file) => file.includes('/cases/'));

describe('examples', () => {
  test.each(caseFiles)('%s is valid under the schema of cases', (file) => {
    const documents = parseAllDocuments(read(file)).map((document) => document.toJS() as unknown);
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) {
      expect(caseFaults(document)).toEqual([]);
      if (Array.isArray(document)) expect(listFaults(document)).toEqual([]);
    }
  });

  test.each(examples.filter((file) => path.basename(file) === 'proofmark.yaml'))('%s is valid', (file) => {
    expect(configFaults(parse(read(file)))).toEqual([]);
  });

  test.each(
    pages()
      .flatMap(blocksOf)
      .filter(({ language, words }) => language === 'yaml' && words.includes('case')),
  )('the case at $at is valid', ({ text }) => {
    for (const document of parseAllDocuments(text)) {
      expect(caseFaults(document.toJS())).toEqual([]);
    }
  });
});

describe('a misspelt key is not valid', () => {
  const sound = { id: 'a', user: 'Hello?', expect: { contains: 'hi' }, mutate: { completion: 'bye' } };

  test('the case without the slip is', () => {
    expect(caseFaults(sound)).toEqual([]);
  });

  test.each([
    ['of the case', { ...sound, refrence: 'hi' }],
    ['of a check', { ...sound, expect: { contians: 'hi' } }],
    ['of an option', { ...sound, expect: { contains: { valeu: 'hi' } } }],
    ['of an option in the list form', { ...sound, expect: [{ check: 'contains', value: 'hi', ignorecase: true }] }],
    ['of a control', { ...sound, controls: [{ complettion: 'bye' }] }],
  ])('%s', (_, slip) => {
    expect(caseFaults(slip)).not.toEqual([]);
  });

  test('of a config', () => {
    expect(configFaults({ version: 1, sytem_prompt: 'a.txt' })).not.toEqual([]);
    expect(configFaults({ targets: [{ id: 'a', type: 'chat', api_key: 'sk-1' }] })).not.toEqual([]);
  });
});
