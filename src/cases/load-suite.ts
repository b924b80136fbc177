import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fingerprint, sha256 } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import { didYouMean } from '../core/nearest.ts';
import { startOf, type Position } from '../core/position.ts';
import { formatProblem, InputError, NothingTestedError, type Problem } from '../core/problem.ts';
import type { FoundSuite } from '../files/case-files.ts';
import { pathInside } from '../files/inside.ts';
import type { MapNode, SourceNode } from '../files/node.ts';
import { readTextFile } from '../files/text-file.ts';
import { parseYaml } from '../files/yaml-file.ts';
import type { Case } from './case.ts';
import { readCaseFile } from './case-file.ts';
import type { CheckDeclarations } from './check-declaration.ts';
import { expectEntries } from './expect.ts';
import { FileReferences } from './file-references.ts';
import { withLabelControls } from './founding-item.ts';
import { describe, nodeAt, readNode } from './issues.ts';
import type { CaseReading } from './native-case.ts';
import type { Suite, SystemPrompt } from './suite.ts';
import { jsonValue } from './values.ts';
import { suiteConfig, suiteConfigSchema, type ConfigFields } from './suite-config.ts';

export interface LoadOptions {
  readonly declarations: CheckDeclarations;
  /** Absolute; how messages name files is relative to it. */
  readonly currentFolder: string;
  /** Cases need no control; the result says so. */
  readonly allowNoControls?: boolean;
  /** Absolute path of a prompt that replaces the suite's for one run. */
  readonly systemPromptFile?: string | undefined;
}

/**
 * Reads a suite whole: config, prompts, cases.
 * @throws InputError with every fault of the suite, each with its place; NothingTestedError when no case is left
 */
export function loadSuite(found: FoundSuite, options: LoadOptions): Suite {
  const problems: Problem[] = [];
  const shown = (file: string): string => shownPath(file, options.currentFolder);
  const configFile = path.join(found.folder, 'proofmark.yaml');
  const configNode = existsSync(configFile) ? readConfigNode(configFile, shown(configFile), problems) : null;
  const fields = readConfig(configNode, problems);
  const references = new FileReferences(found.folder, problems, shown);
  const prompts = readPrompts(fields, { found, options, problems, configNode });
  const tools = readTools(fields, references, { problems, configNode });

  const reading: CaseReading = {
    declarations: options.declarations,
    references,
    problems,
    defaultTags: fields.defaults.tags,
    defaultChecks: defaultEntries(configNode, { declarations: options.declarations, problems }),
    allowNoControls: fields.allow_no_controls || (options.allowNoControls ?? false),
    systemPrompts: [prompts.own, ...prompts.ofTargets.values()].flatMap((prompt) => (prompt ? [prompt.text] : [])),
  };
  const read: { readonly cases: Case[]; readonly parts: JsonValue[] } = { cases: [], parts: [] };
  for (const file of found.files) {
    const result = readCaseFile(file, shown(file), reading);
    read.cases.push(...result.cases);
    read.parts.push([relativeTo(found.folder, file), result.hash]);
  }
  const cases = withLabelControls(read.cases, reading);
  checkIds(cases, problems);
  if (problems.length > 0) throw new InputError(sorted(problems));
  const kept = cases.filter((item) => item.split !== 'private');
  if (cases.length === 0) throw noCases(found);

  const config = suiteConfig(fields, { systemPrompt: prompts.own?.file ?? null, tools });
  const referenced = [...references.read].map(([file, text]) => [file, sha256(text)]);
  const promptHashes = [prompts.own, ...prompts.ofTargets.values()].map((prompt) => prompt?.hash ?? null);
  return {
    folder: found.folder,
    name: config.name ?? path.basename(found.folder),
    config,
    systemPrompt: prompts.own,
    targetPrompts: prompts.ofTargets,
    cases: kept,
    caseFiles: found.files.map((file) => relativeTo(found.folder, file)),
    allIds: new Set(cases.map((item) => item.id)),
    privateCount: cases.length - kept.length,
    withoutControl: kept.filter((item) => needsControl(item, options.declarations)).map((item) => item.id),
    hash: fingerprint([fields as unknown as JsonValue, ...read.parts, referenced, promptHashes]),
    notes: notesOf(found, references, kept),
  };
}

/** The path as people write it: relative to the current folder where it lies inside, with slashes. */
export function shownPath(file: string, currentFolder: string): string {
  const relative = path.relative(currentFolder, file).split(path.sep).join('/');
  return relative === '' ? '.' : relative;
}

function relativeTo(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

function readConfigNode(file: string, shown: string, problems: Problem[]): SourceNode | null {
  try {
    const [node, second] = parseYaml(readTextFile(file, shown), shown);
    if (second) problems.push({ code: 'CONFIG_DOCUMENTS', message: 'a config holds one document', at: second.at });
    return node === undefined || (node.kind === 'scalar' && node.value === null) ? null : node;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
    return null;
  }
}

function readConfig(node: SourceNode | null, problems: Problem[]): ConfigFields {
  const defaults = suiteConfigSchema.parse({});
  if (node === null) return defaults;
  const result = readNode(node, suiteConfigSchema, { what: 'config', quiet: true });
  if ('problems' in result) {
    problems.push(...result.problems.map(configProblem));
    return defaults;
  }
  const ids = (result.value.targets ?? [{ id: 'default' }]).map((target) => target.id);
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) === index) continue;
    const at = placeIn(node, ['targets', index, 'id']);
    problems.push({ code: 'CONFIG_TARGET', message: `target id "${id}" is there twice`, at });
  }
  for (const [index, id] of (result.value.panel ?? []).entries()) {
    if (ids.includes(id)) continue;
    const hint = didYouMean(id, ids) ?? `targets are ${ids.join(', ')}`;
    const at = placeIn(node, ['panel', index]);
    problems.push({ code: 'CONFIG_TARGET', message: `the panel names no target: ${id}`, at, hint });
  }
  return result.value;
}

function placeIn(node: SourceNode, path: readonly PropertyKey[]): Position {
  return nodeAt(node, path)?.at ?? node.at;
}

function configProblem(problem: Problem): Problem {
  if (problem.message.startsWith('"version" must be 1')) {
    return { ...problem, hint: 'a newer file needs a newer proofmark' };
  }
  if (!/unknown key "api_?key"/i.test(problem.message)) return problem;
  return { ...problem, hint: 'a key never stands in a file: name its environment variable in api_key_env' };
}

interface PromptReading {
  readonly found: FoundSuite;
  readonly options: LoadOptions;
  readonly problems: Problem[];
  readonly configNode: SourceNode | null;
}

interface Prompts {
  readonly own: SystemPrompt | null;
  readonly ofTargets: ReadonlyMap<string, SystemPrompt>;
}

function readPrompts(fields: ConfigFields, reading: PromptReading): Prompts {
  const { found, options, problems, configNode } = reading;
  const { currentFolder, systemPromptFile } = options;
  const read = (file: string, named: { readonly shown: string; readonly kept: string }): SystemPrompt | null => {
    try {
      return promptOf(readTextFile(file, named.shown), named);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
      return null;
    }
  };
  if (systemPromptFile !== undefined) {
    const shown = shownPath(systemPromptFile, currentFolder);
    return { own: read(systemPromptFile, { shown, kept: shown }), ofTargets: new Map() };
  }
  const inside = (name: string, key: readonly PropertyKey[]): SystemPrompt | null => {
    const place = pathInside(found.folder, name);
    if ('path' in place) {
      return read(place.path, { shown: shownPath(path.join(found.folder, name), currentFolder), kept: name });
    }
    const at = configNode ? placeIn(configNode, key) : undefined;
    const why = place.refused === 'missing' ? 'is not there' : "is outside the suite's folder";
    problems.push({ code: 'CONFIG_PROMPT', message: `system_prompt "${name}" ${why}`, at });
    return null;
  };
  const standard = 'system_prompt.txt';
  const hasStandard = fields.system_prompt === undefined && existsSync(path.join(found.folder, standard));
  const name = hasStandard ? standard : fields.system_prompt;
  const own = name ? inside(name, ['system_prompt']) : null;
  const ofTargets = new Map<string, SystemPrompt>();
  for (const [index, target] of (fields.targets ?? []).entries()) {
    const written = target.system_prompt;
    const prompt = written === null ? null : inside(written, ['targets', index, 'system_prompt']);
    if (prompt) ofTargets.set(target.id, prompt);
  }
  return { own, ofTargets };
}

function promptOf(text: string, { shown, kept }: { readonly shown: string; readonly kept: string }): SystemPrompt {
  if (text.trim() === '') {
    throw new InputError({ code: 'FILE_EMPTY', message: 'the system prompt is empty', at: startOf(shown) });
  }
  return { text, file: kept, hash: sha256(text) };
}

const toolsSchema = z.array(jsonValue()).min(1);

function readTools(
  fields: ConfigFields,
  references: FileReferences,
  { problems, configNode }: Pick<PromptReading, 'problems' | 'configNode'>,
): readonly JsonValue[] | null {
  const name = configNode ? nodeAt(configNode, ['tools']) : undefined;
  if (fields.tools === null || name === undefined) return null;
  if (typeof fields.tools !== 'string') return fields.tools;
  const before = problems.length;
  const file: MapNode = { kind: 'map', at: name.at, entries: new Map([['file', { keyAt: name.at, value: name }]]) };
  const node = references.data(file);
  if (problems.length > before) return null;
  if (node.kind !== 'list') {
    const message = `${fields.tools} must hold a list of tool definitions, found ${describe(node)}`;
    problems.push({ code: 'CONFIG_TOOLS', message, at: node.at });
    return null;
  }
  const result = readNode(node, toolsSchema, { what: 'list of tools' });
  if ('value' in result) return result.value;
  problems.push(...result.problems);
  return null;
}

function defaultEntries(
  node: SourceNode | null,
  reading: Pick<CaseReading, 'declarations' | 'problems'>,
): CaseReading['defaultChecks'] {
  const defaults = node?.kind === 'map' ? node.entries.get('defaults')?.value : undefined;
  const expect = defaults?.kind === 'map' ? defaults.entries.get('expect')?.value : undefined;
  return expect === undefined ? [] : expectEntries(expect, reading);
}

function checkIds(cases: readonly Case[], problems: Problem[]): void {
  const seen = new Map<string, Case>();
  for (const item of cases) {
    const other = seen.get(item.id);
    if (other) {
      const message = `id "${item.id}" is taken by ${other.at.file}:${other.at.line}`;
      problems.push({ code: 'CASE_DUPLICATE_ID', message, at: item.at, hint: 'ids are unique in a suite' });
    } else seen.set(item.id, item);
  }
  for (const item of cases) {
    if (item.renamedFrom === null || !seen.has(item.renamedFrom)) continue;
    const message = `renamed_from "${item.renamedFrom}" is still the id of a case`;
    problems.push({ code: 'CASE_DUPLICATE_ID', message, at: item.at });
  }
}

function needsControl(item: Case, declarations: CheckDeclarations): boolean {
  const judgeable = item.checks.some((check) => declarations.get(check.type)?.judgeable);
  return judgeable && !item.controls.some((control) => control.must === 'fail');
}

function noCases(found: FoundSuite): NothingTestedError {
  return new NothingTestedError({
    code: 'NO_CASES',
    message: `no case found in the files of ${path.basename(found.folder)}`,
  });
}

function notesOf(found: FoundSuite, references: FileReferences, cases: readonly Case[]): string[] {
  const others = found.others
    .map((file) => relativeTo(found.folder, file))
    .filter((file) => !references.read.has(file));
  const ignored = others.length > 0 ? [`not read, for their names end in no case format: ${others.join(', ')}`] : [];
  return [...ignored, ...cases.flatMap((item) => item.notes.map((note) => `${item.id}: ${note}`))];
}

/** In the order of the files, each fault once: one in the defaults would be told for every case. */
function sorted(problems: readonly Problem[]): Problem[] {
  const key = (problem: Problem): string => problem.at?.file ?? '';
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()].sort(
    (first, second) =>
      (key(first) < key(second) ? -1 : key(first) > key(second) ? 1 : 0) ||
      (first.at?.line ?? 0) - (second.at?.line ?? 0) ||
      (first.at?.column ?? 0) - (second.at?.column ?? 0),
  );
}
