import { existsSync } from 'node:fs';
import path from 'node:path';
import { checks } from '../checks/registry.ts';
import { loadSuite } from '../cases/load-suite.ts';
import type { Suite, SystemPrompt } from '../cases/suite.ts';
import type { TargetConfig } from '../cases/config.ts';
import { didYouMean } from '../core/nearest.ts';
import { InputError, NothingTestedError } from '../core/problem.ts';
import { shownPath } from '../files/shown-path.ts';
import { findSuites, suiteFolder, type FoundSuite } from '../files/case-files.ts';
import { limitersByPlace } from '../targets/limiter.ts';
import { openTarget } from '../targets/make-target.ts';
import type { Target } from '../targets/target.ts';
import type { CommandIo } from './io.ts';

/** Where a suite lies when a command names none. */
const standardFolder = 'eval';

/** The suites that paths name; `eval/` when there are none. @throws NothingTestedError when there is no such folder */
export function suitesAt(paths: readonly string[], io: CommandIo): readonly FoundSuite[] {
  if (paths.length > 0) return findSuites(paths, io.currentFolder);
  if (existsSync(path.join(io.currentFolder, standardFolder))) return findSuites([standardFolder], io.currentFolder);
  const here =
    existsSync(path.join(io.currentFolder, 'cases')) || existsSync(path.join(io.currentFolder, 'proofmark.yaml'));
  throw new NothingTestedError({
    code: 'NO_CASES',
    message: 'no case found: there is no folder eval/ here',
    hint: here ? 'this folder is a suite itself: proofmark run .' : 'proofmark init writes a first suite',
  });
}

/** The folder whose runs a command speaks of: as named, else `eval/`, else the suite around the current folder. */
export function suiteFolderAt(named: string | undefined, io: CommandIo): string {
  if (named !== undefined) {
    const folder = path.resolve(io.currentFolder, named);
    if (existsSync(folder)) return folder;
    throw new InputError({ code: 'NO_SUCH_PATH', message: `there is no folder ${named}` });
  }
  const standard = path.join(io.currentFolder, standardFolder);
  return existsSync(standard) ? standard : suiteFolder(path.join(io.currentFolder, 'any'), io.currentFolder);
}

/** A suite's folder as a command takes it; null for the one that is taken when none is named. */
export function suiteArgument(folder: string, io: CommandIo): string | null {
  const shown = shownPath(folder, io.currentFolder);
  return shown === standardFolder ? null : shown;
}

export function openSuite(
  found: FoundSuite,
  io: CommandIo,
  options: { readonly allowNoControls?: boolean; readonly systemPrompt?: SystemPrompt | null } = {},
): Suite {
  return loadSuite(found, {
    declarations: checks,
    currentFolder: io.currentFolder,
    allowNoControls: options.allowNoControls ?? false,
    systemPrompt: options.systemPrompt,
  });
}

/** The configs of the named targets, in the order named; the suite's first when none is named. @throws InputError */
export function targetConfigs(suite: Suite, names: readonly string[]): readonly TargetConfig[] {
  const { targets } = suite.config;
  if (names.length === 0) return targets.slice(0, 1);
  return [...new Set(names)].map((name) => {
    const found = targets.find((target) => target.id === name);
    if (found) return found;
    const ids = targets.map((target) => target.id);
    const hint = didYouMean(name, ids) ?? `targets are ${ids.join(', ')}`;
    throw new InputError({ code: 'RUN_SELECTION', message: `there is no target "${name}"`, hint });
  });
}

/** Opens targets; those behind one endpoint share its limiter. */
export async function openTargets(
  suite: Suite,
  configs: readonly TargetConfig[],
  options: { readonly io: CommandIo; readonly environment: CommandIo['environment']; readonly concurrency: number },
): Promise<readonly Target[]> {
  const { limits } = suite.config;
  const { clock } = options.io;
  const limiterFor = limitersByPlace({ ...limits, concurrency: options.concurrency }, clock);
  const environment = options.environment;
  return Promise.all(
    configs.map((config) => openTarget(config, { limits, environment, clock, limiterFor, folder: suite.folder })),
  );
}
