// Mutation testing of the rooms whose mistakes nobody would see: a wrong interval, a check that passes. It takes long; run it
// by hand (`npm run mutation`) when these rooms change. What did not change is taken from the incremental report.
export default {
  mutate: ['src/checks/**/*.ts', 'src/stats/**/*.ts', '!src/**/*.test.ts'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  reporters: ['clear-text', 'progress', 'html'],
  ignorePatterns: ['coverage', 'reports', 'proofmark-demo'],
  concurrency: 2,
  thresholds: { high: 95, low: 85, break: 85 },
};
