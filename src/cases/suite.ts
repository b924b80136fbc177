import type { Case } from './case.ts';
import type { SuiteConfig } from './config.ts';

/** A system prompt as its file has it; `{{…}}` is filled for each case. */
export interface SystemPrompt {
  readonly text: string;
  /** Path inside the suite, or as given on the command line. */
  readonly file: string;
  /** SHA-256 of the text, 64 hexadecimal digits. */
  readonly hash: string;
}

/** A suite as loaded: config, prompts, cases in suite order (by file, then by place). */
export interface Suite {
  /** Absolute path. */
  readonly folder: string;
  /** The config's name, else the folder's. */
  readonly name: string;
  readonly config: SuiteConfig;
  /** Null when no system message is sent. */
  readonly systemPrompt: SystemPrompt | null;
  /** Prompts of targets that have their own. */
  readonly targetPrompts: ReadonlyMap<string, SystemPrompt>;
  readonly cases: readonly Case[];
  /** Paths inside the suite's folder, sorted. */
  readonly caseFiles: readonly string[];
  /** Ids of all cases, private ones too. */
  readonly allIds: ReadonlySet<string>;
  /** Items of the private split: left out, counted, never shown. */
  readonly privateCount: number;
  /** Ids of cases without a control that must fail; only where the suite allows it. */
  readonly withoutControl: readonly string[];
  /** Hash of all that was read: config, prompts, case files, referenced files. */
  readonly hash: string;
  readonly notes: readonly string[];
}

/** The system prompt that a target sends; null for none. */
export function promptFor(suite: Suite, targetId: string): SystemPrompt | null {
  return suite.targetPrompts.get(targetId) ?? suite.systemPrompt;
}
