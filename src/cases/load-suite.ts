import { addAll } from '../core/add-all.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, sha256 } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import { formatProblem, InputError, NothingTestedError, type Problem } from '../core/problem.ts';
import type { FoundSuite } from '../files/case-files.ts';
import type { SourceNode } from '../files/node.ts';
import { shownPath } from '../files/shown-path.ts';
import type { Case } from './case.ts';
import { readCaseFile } from './case-file.ts';
import type { CheckDeclarations } from './check-declaration.ts';
import { defaultEntries, notReadKeys, readConfig, readConfigNode, readTools } from './config-file.ts';
import { FileReferences } from './file-references.ts';
import { withLabelControls } from './founding-item.ts';
import { provable, type CaseReading } from './native-case.ts';
import { readPrompts, type Prompts } from './prompts.ts';
import type { Suite, SystemPrompt } from './suite.ts';
import { suiteConfig } from './suite-config.ts';

export interface LoadOptions {
  readonly declarations: CheckDeclarations;
  /** Absolute; how messages name files is relative to it. */
  readonly currentFolder: string;
  /** Cases need no control; the result says so. */
  readonly allowNoControls?: boolean;
  /** Replaces the suite's prompt, and those of its targets, for one run. */
  readonly systemPrompt?: SystemPrompt | null | undefined;
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
  const { folder } = found;
  const { currentFolder, systemPrompt } = options;
  const prompts: Prompts = systemPrompt
    ? { own: systemPrompt, ofTargets: new Map() }
    : readPrompts(fields, { folder, currentFolder, problems, configNode });
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
    addAll(read.cases, result.cases);
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
    withoutControl: kept.filter((item) => lacksControl(item, options.declarations)).map((item) => item.id),
    hash: fingerprint([fields as unknown as JsonValue, ...read.parts, referenced, promptHashes]),
    notes: [...notesOf(found, references, kept), ...notReadNote(configNode)],
  };
}

function relativeTo(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
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

function lacksControl(item: Case, declarations: CheckDeclarations): boolean {
  const judgeable = item.checks.some((check) => provable(declarations.get(check.type)));
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

function notReadNote(configNode: SourceNode | null): string[] {
  const keys = notReadKeys(configNode);
  return keys.length === 0 ? [] : [`of proofmark.yaml, nothing reads ${keys.join(', ')} yet`];
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
