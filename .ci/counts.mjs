// Reads vitest's JSON report and prints "N passed, N failed"; exits 1 unless something ran and nothing failed.
import { existsSync, readFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
if (path === undefined || !existsSync(path)) {
  console.log('0 passed, 1 failed');
  console.error('the tests wrote no report');
  process.exit(1);
}
const report = JSON.parse(readFileSync(path, 'utf8'));
// A file that cannot be loaded holds no tests that could fail; it counts as one.
const unloaded = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
// An error outside of any test (an unhandled rejection) makes the run red without a test to blame.
const failed = Math.max(report.numFailedTests + unloaded.length, report.success ? 0 : 1);
console.log(`${report.numPassedTests} passed, ${failed} failed`);
if (report.numPassedTests === 0) console.error('no test ran');
process.exitCode = failed === 0 && report.numPassedTests > 0 ? 0 : 1;
