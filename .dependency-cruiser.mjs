// Which room may import which; checked by `npm run architecture` and by test/architecture.

/**
 * The rooms of src/, from the ground up, and what each may import. Every name stands above the room that uses it, so
 * the arrows cannot form a circle.
 */
export const rooms = {
  core: [],
  stats: [],
  text: ['core'],
  facts: ['core', 'text'],
  files: ['core'],
  cases: ['core', 'text', 'facts', 'files'],
  checks: ['core', 'text', 'facts', 'cases'],
  mutants: ['core', 'text', 'facts', 'cases', 'checks'],
  targets: ['core', 'files', 'cases'],
  runs: ['core', 'stats', 'files', 'cases', 'checks', 'targets'],
  audit: ['stats', 'cases', 'checks', 'mutants', 'runs'],
  compare: ['stats', 'runs'],
  gate: ['stats', 'compare'],
  judge: ['stats', 'checks', 'mutants', 'targets', 'runs'],
  probe: ['stats', 'cases', 'checks', 'mutants', 'runs'],
  importers: ['files', 'cases', 'checks', 'runs'],
  simulate: ['core', 'files'],
  report: ['core'],
  cli: [
    'core',
    'stats',
    'text',
    'facts',
    'files',
    'cases',
    'checks',
    'mutants',
    'targets',
    'runs',
    'audit',
    'compare',
    'gate',
    'judge',
    'probe',
    'importers',
    'simulate',
    'report',
  ],
};

/** `report` renders what other rooms found: their types, never their code. */
export const typesOnly = { report: Object.keys(rooms).filter((room) => room !== 'report' && room !== 'cli') };

/** Rooms that compute and nothing else: no file, no network, no clock of the system. */
export const pure = ['stats', 'checks', 'mutants', 'compare', 'gate'];

// Tests stand beside their source and may reach into any room; what is shipped may not.
const test = '\\.test\\.ts$';
const inside = (names) => `^src/(${names.join('|')})/`;

const roomRules = Object.entries(rooms).flatMap(([room, allowed]) => {
  const from = { path: inside([room]), pathNot: test };
  const known = typesOnly[room] ?? [];
  const rules = [
    {
      name: `room-${room}`,
      comment: `src/${room} may import ${[...allowed, ...known.map((name) => `types of ${name}`)].join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from,
      to: { path: '^src/', pathNot: inside([room, ...allowed, ...known]) },
    },
  ];
  if (known.length === 0) return rules;
  const to = { path: inside(known.filter((name) => !allowed.includes(name))), dependencyTypesNot: ['type-only'] };
  return [...rules, { ...rules[0], name: `types-only-${room}`, to }];
});

export default {
  forbidden: [
    ...roomRules,
    {
      name: 'pure-rooms',
      comment: 'what these rooms need from outside is passed in as a value',
      severity: 'error',
      from: { path: inside(pure), pathNot: test },
      // createRequire loads a heavy package when it is first needed; it brings no clock, no randomness and no data.
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?module$' },
    },
    {
      name: 'no-tests-in-source',
      comment: 'what is shipped may not import tests, fixtures, benchmarks or scripts',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: ['^(test|bench|scripts)/', test] },
    },
    {
      name: 'no-development-packages',
      comment: 'what is shipped may import only what package.json lists under dependencies',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'] },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'a file that imports nothing and that nothing imports is left over',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: ['^src/cli/main\\.ts$', test] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: a type import is a dependency between rooms like any other.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
