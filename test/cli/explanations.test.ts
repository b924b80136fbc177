import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allExplanations } from '../../src/cli/explanations.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Every code that the source writes into a problem. */
function problemCodes(): Set<string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const codes = files.flatMap((name) => {
    const text = readFileSync(path.join(source, name), 'utf8');
    return [...text.matchAll(/'([A-Z]{2,}(?:_[A-Z0-9]+)+)'/g)].map((match) => match[1] as string);
  });
  return new Set(codes);
}

// Names in capitals that are no codes: variables of the environment, system errors, enumerations of libraries.
const others =
  /^(?:EVAL_|E[A-Z]+$|NO_COLOR|FORCE_COLOR|NO_PROXY|HTTPS?_PROXY|ERR_|HPE_|UND_|DEPTH_|CERT_|SELF_|UNABLE_|PLAIN|INVALID_|QUOTE|UPDATE_|EAI_|PROXY_REFUSED)/;

test('every code of a problem in the source has its page under explain', () => {
  const known = allExplanations();
  const codes = [...problemCodes()].filter((code) => !others.test(code));
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
});

test('every explanation says what it means and what to do, in whole sentences', () => {
  for (const { name, meaning, advice } of allExplanations().values()) {
    expect([name, meaning.length > 20, advice.length > 8]).toEqual([name, true, true]);
    expect([name, /[.)…]$/.test(meaning), /[.)…]$/.test(advice)]).toEqual([name, true, true]);
  }
});
