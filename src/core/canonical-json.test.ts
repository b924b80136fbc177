import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, fingerprint, sha256 } from './canonical-json.ts';

test('keys are sorted by UTF-16 units at every depth, as in the example of RFC 8785', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, é: { b: 1, a: [{ d: 1, c: 2 }] }, A: null };
  expect(canonicalJson(value)).toBe('{"\\r":2,"A":null,"é":{"a":[{"c":2,"d":1}],"b":1},"€":1,"\ufb33":3}');
});

test('what JSON leaves out is left out, and null stays', () => {
  expect(canonicalJson({ a: undefined, b: null, c: false, d: '' })).toBe('{"b":null,"c":false,"d":""}');
  expect(canonicalJson(undefined)).toBe('null');
});

test('equal values give equal text whatever the order in which their keys were written', () => {
  const key = fc.constantFrom('a', 'b', '10', '9', '', '__proto__', 'constructor');
  const values = fc.array(fc.tuple(key, fc.constantFrom<unknown>(1, 'x', null, [1, { b: 1, a: 2 }])), { maxLength: 6 });
  const objectOf = (entries: readonly (readonly [string, unknown])[]): object => Object.fromEntries(entries);
  fc.assert(
    fc.property(values, (entries) => {
      const unique = [...new Map(entries)];
      expect(canonicalJson(objectOf(unique))).toBe(canonicalJson(objectOf(unique.toReversed())));
      expect(JSON.parse(canonicalJson(objectOf(unique)))).toEqual(JSON.parse(JSON.stringify(objectOf(unique))));
    }),
  );
});

test('a hash is the SHA-256 of FIPS 180, and a fingerprint its first sixteen digits', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256(new Uint8Array())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(fingerprint({ b: 1, a: 2 })).toBe(sha256('{"a":2,"b":1}').slice(0, 16));
});
