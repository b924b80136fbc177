import { describe, expect, test } from 'vitest';
import { endpointUrl, type EndpointParts } from './endpoint-url.ts';

const parts: EndpointParts = { variable: 'EVAL_BASE_URL', path: null, query: {} };
const resolve = (base: string, given: Partial<EndpointParts> = {}): string =>
  endpointUrl(base, { ...parts, ...given }).href;

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/v1/chat/completions'],
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.openai.com/v1//', 'https://api.openai.com/v1/chat/completions'],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
  ],
  ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1/chat/completions'],
  ['https://gateway.example.com/llm', 'https://gateway.example.com/llm/v1/chat/completions'],
  ['https://gateway.example.com/vendor/models', 'https://gateway.example.com/vendor/models/v1/chat/completions'],
  ['https://a.example.com/x/chat/completions', 'https://a.example.com/x/chat/completions'],
  ['https://a.example.com/x/chat/completions/', 'https://a.example.com/x/chat/completions'],
  ['  http://[::1]:9/v1 ', 'http://[::1]:9/v1/chat/completions'],
])('%s is asked at %s', (base, url) => {
  expect(resolve(base)).toBe(url);
});

test('a path of its own overrides the rule, from the root or below the base', () => {
  expect(resolve('https://a.example.com/v1', { path: '/openai/deployments/d/chat' })).toBe(
    'https://a.example.com/openai/deployments/d/chat',
  );
  expect(resolve('https://a.example.com/v1/', { path: 'ask' })).toBe('https://a.example.com/v1/ask');
});

test('the query of the config is added to that of the base URL and wins over it', () => {
  expect(resolve('https://a.example.com/v1?api-version=1&x=y', { query: { 'api-version': '2026-01-01' } })).toBe(
    'https://a.example.com/v1/chat/completions?api-version=2026-01-01&x=y',
  );
});

describe('a URL that cannot be used is refused, and its secret is not repeated', () => {
  test.each([
    ['localhost:8080', /must begin with http/],
    ['ftp://a.example.com', /must begin with http/],
    ['http://', /is no URL/],
    ['http://a b', /is no URL/],
    ['user:hunter22@a.example.com', /must begin with http/],
    ['https://user:hunter22@a.example.com/v1', /user name or password/],
    ['https://a.example.com/v1?api_key=hunter22', /"api_key" looks like a key/],
    ['https://a.example.com/v1?access_token=hunter22', /looks like a key/],
  ])('%s', (base, message) => {
    expect(() => resolve(base)).toThrow(message);
    expect(() => resolve(base)).not.toThrow(/hunter22/);
  });
});
