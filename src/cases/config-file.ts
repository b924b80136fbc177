import { addAll } from '../core/add-all.ts';
import { z } from 'zod';
import type { JsonValue } from '../core/json.ts';
import { didYouMean } from '../core/nearest.ts';
import type { Position } from '../core/position.ts';
import { InputError, type Problem } from '../core/problem.ts';
import type { MapNode, SourceNode } from '../files/node.ts';
import { readTextFile } from '../files/text-file.ts';
import { parseYaml } from '../files/yaml-file.ts';
import { expectEntries } from './expect.ts';
import type { FileReferences } from './file-references.ts';
import { describe, nodeAt, readNode } from './issues.ts';
import type { CaseReading } from './native-case.ts';
import { suiteConfigSchema, type ConfigFields } from './suite-config.ts';
import { jsonValue } from './values.ts';

/** The one document of a suite's config; null for an empty one. Faults go to `problems`. */
export function readConfigNode(file: string, shown: string, problems: Problem[]): SourceNode | null {
  try {
    const [node, second] = parseYaml(readTextFile(file, shown), shown);
    if (second) problems.push({ code: 'CONFIG_DOCUMENTS', message: 'a config holds one document', at: second.at });
    return node === undefined || (node.kind === 'scalar' && node.value === null) ? null : node;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    addAll(problems, error.problems);
    return null;
  }
}

/** A config's fields with their defaults; all defaults where it is faulty (the faults are in `problems`). */
export function readConfig(node: SourceNode | null, problems: Problem[]): ConfigFields {
  const defaults = suiteConfigSchema.parse({});
  if (node === null) return defaults;
  const result = readNode(node, suiteConfigSchema, { what: 'config', quiet: true });
  if ('problems' in result) {
    addAll(problems, result.problems.map(configProblem));
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

/** The place of a part of the config; of the whole where the part is not written. */
export function placeIn(node: SourceNode, path: readonly PropertyKey[]): Position {
  return nodeAt(node, path)?.at ?? node.at;
}

function configProblem(problem: Problem): Problem {
  if (problem.message.startsWith('"version" must be 1')) {
    return { ...problem, hint: 'a newer file needs a newer proofmark' };
  }
  if (!/unknown key "api_?key"/i.test(problem.message)) return problem;
  return { ...problem, hint: 'a key never stands in a file: name its environment variable in api_key_env' };
}

const toolsSchema = z.array(jsonValue()).min(1);

/** The tools of a config, from itself or from the file that it names; null where there are none. */
export function readTools(
  fields: ConfigFields,
  references: FileReferences,
  { problems, configNode }: { readonly problems: Problem[]; readonly configNode: SourceNode | null },
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
  addAll(problems, result.problems);
  return null;
}

/** The checks that a config adds to every case. */
export function defaultEntries(
  node: SourceNode | null,
  reading: Pick<CaseReading, 'declarations' | 'problems'>,
): CaseReading['defaultChecks'] {
  const defaults = node?.kind === 'map' ? node.entries.get('defaults')?.value : undefined;
  const expect = defaults?.kind === 'map' ? defaults.entries.get('expect')?.value : undefined;
  return expect === undefined ? [] : expectEntries(expect, reading);
}

const notReadYet = ['panel', 'production_sampling', 'thresholds', 'weights', 'blocking'] as const;

/** Keys that a config may have for commands that are not there yet; what does nothing is told. */
export function notReadKeys(node: SourceNode | null): readonly string[] {
  return node?.kind === 'map' ? notReadYet.filter((key) => node.entries.has(key)) : [];
}
