#!/usr/bin/env node
import { packageVersion } from './version.ts';

// `--version` is asked by scripts and prompts: it loads nothing else.
const [first] = process.argv.slice(2);
if (process.argv.length === 3 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  const { runCli } = await import('./program.ts');
  process.exitCode = await runCli(process.argv.slice(2));
}
