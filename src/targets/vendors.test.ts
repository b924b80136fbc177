import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chatBench } from '../../test/support/chat-bench.ts';
import { fastClock } from '../../test/support/http-server.ts';

/** One documented answer of a vendor; `events` where it is streamed. */
interface VendorAnswer {
  readonly name: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly events?: readonly unknown[];
  readonly comments?: readonly string[];
  readonly expect: object;
}

interface Vendor {
  readonly vendor: string;
  readonly source: readonly string[];
  readonly answers: readonly VendorAnswer[];
}

const folder = new URL('../../test/fixtures/vendors/', import.meta.url);
const vendors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vendor);
const { callAt } = chatBench();

function textOf({ body, events, comments = [] }: VendorAnswer): string {
  if (events === undefined) return JSON.stringify(body);
  const data = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  return [...comments.map((comment) => `: ${comment}\n\n`), ...data].join('');
}

test('there are answers of several vendors, each with the page that documents them', () => {
  expect(vendors.length).toBeGreaterThanOrEqual(3);
  for (const { source } of vendors) for (const page of source) expect(page).toMatch(/^https:\/\//);
});

describe.each(vendors)('as $vendor documents it', ({ answers }) => {
  test.each(answers)('$name', async (answer) => {
    const streamed = answer.events !== undefined;
    const headers = { 'content-type': streamed ? 'text/event-stream' : 'application/json', ...answer.headers };
    const { outcome } = await callAt(
      (response) => void response.writeHead(answer.status, headers).end(textOf(answer)),
      {
        clock: fastClock(50),
        config: { stream: streamed },
      },
    );
    expect(outcome).toMatchObject(answer.expect);
  });
});
