import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { requestOf, targetAt, type Setting } from '../../test/support/chat-target.ts';
import { isExempt, proxyFor } from './proxy.ts';
import type { CallRecord } from './target.ts';

const never = new AbortController().signal;
const fixture = (name: string): string =>
  readFileSync(new URL(`../../test/fixtures/tls/${name}`, import.meta.url), 'utf8');
const authority = fixture('certificate.pem');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function modelServer(): Promise<number> {
  const answer = '{"choices":[{"message":{"content":"through TLS"}}]}';
  return listen(
    https.createServer({ key: fixture('key.pem'), cert: authority }, (request, response) => {
      request.resume().on('end', () => response.end(answer));
    }),
  );
}

/** A proxy that tunnels to 127.0.0.1 whatever the name, or answers with a status of its own. */
async function proxyServer(
  refuse?: number,
): Promise<{ readonly port: number; readonly asked: http.IncomingMessage[] }> {
  const asked: http.IncomingMessage[] = [];
  const server = http.createServer();
  server.on('connect', (request: http.IncomingMessage, socket: Socket) => {
    asked.push(request);
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = net.connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
  });
  return { port: await listen(server), asked };
}

async function call(url: string, environment: Record<string, string>, setting: Setting = {}): Promise<CallRecord> {
  const target = targetAt(url, { environment, authority, limits: { retries: 0, timeoutMs: 3000 }, ...setting });
  closers.unshift(() => target.close());
  return target.call(requestOf(), never);
}

test('an https endpoint is reached through the tunnel, by name, and the tunnel is kept for the next call', async () => {
  const [port, proxy] = [await modelServer(), await proxyServer()];
  const target = targetAt(`https://model.example.test:${port}`, {
    authority,
    environment: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
  });
  closers.unshift(() => target.close());
  for (let count = 0; count < 3; count += 1) {
    expect((await target.call(requestOf(), never)).outcome.reply?.content).toBe('through TLS');
  }
  expect(proxy.asked.map(({ url }) => url)).toEqual([`model.example.test:${port}`]);
});

test('a host that NO_PROXY names is reached directly', async () => {
  const [port, proxy] = [await modelServer(), await proxyServer()];
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'localhost, 127.0.0.1' };
  expect((await call(`https://127.0.0.1:${port}`, environment)).outcome.reply?.content).toBe('through TLS');
  expect(proxy.asked).toEqual([]);
});

test('the password of a proxy is sent to it and found nowhere else', async () => {
  const proxy = await proxyServer(407);
  const record = await call('https://model.example.test', {
    https_proxy: `http://me:s%20cret-77@127.0.0.1:${proxy.port}`,
  });
  expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(
    `Basic ${Buffer.from('me:s cret-77').toString('base64')}`,
  );
  expect(record.outcome).toMatchObject({
    kind: 'failure',
    code: 'connection',
    detail: `the proxy 127.0.0.1:${proxy.port} refused the tunnel with HTTP 407`,
  });
});

test('a proxy that is not there, or says nothing, is a failure like any other', async () => {
  const { port } = await proxyServer();
  await (closers.shift() as () => Promise<void>)();
  const gone = await call('https://model.example.test', { HTTPS_PROXY: `127.0.0.1:${port}` });
  expect(gone.outcome).toMatchObject({
    code: 'connection',
    detail: `the proxy 127.0.0.1:${port} cannot be reached (ECONNREFUSED)`,
  });
  const silent = await listen(net.createServer(() => undefined));
  const mute = await call(
    'https://model.example.test',
    { HTTPS_PROXY: `http://127.0.0.1:${silent}` },
    { limits: { retries: 0, timeoutMs: 200 } },
  );
  expect(mute.outcome).toMatchObject({ kind: 'failure' });
  expect(mute.outcome.kind === 'failure' && mute.outcome.code).toMatch(/timeout|connection/);
});

test('a certificate that nobody vouches for is a connection failure that says so', async () => {
  const port = await modelServer();
  const target = targetAt(`https://127.0.0.1:${port}`, { limits: { retries: 0 } });
  closers.unshift(() => target.close());
  const { outcome } = await target.call(requestOf(), never);
  expect(outcome).toMatchObject({ kind: 'failure', code: 'connection' });
  expect(outcome.kind === 'failure' && outcome.detail).toMatch(/certificate of 127\.0\.0\.1:\d+ is not trusted/);
});

describe('NO_PROXY', () => {
  test.each([
    ['https://api.example.com/v1', 'example.com', true],
    ['https://example.com', 'example.com', true],
    ['https://example.com', '.example.com', true],
    ['https://api.example.com', '*.example.com', true],
    ['https://API.Example.com', 'other.org  EXAMPLE.com', true],
    ['https://badexample.com', 'example.com', false],
    ['https://example.com.evil.org', 'example.com', false],
    ['https://example.com', 'example.com:443', true],
    ['https://example.com:8443', 'example.com:443', false],
    ['https://example.com:8443', 'example.com:8443', true],
    ['https://anything.org', '*', true],
    ['https://10.0.0.1', '10.0.0.1', true],
    ['https://10.0.0.1', '0.0.1', false],
    ['https://[::1]:8443', '::1', true],
    ['https://[::1]:8443', '[::1]:8443', true],
    ['https://[::1]:8443', '[::1]:1', false],
    ['https://example.com', '', false],
    ['https://example.com', ' , ', false],
  ])('%s with %j: exempt %s', (url, list, exempt) => {
    expect(isExempt(new URL(url), list)).toBe(exempt);
  });
});

describe('HTTPS_PROXY', () => {
  const https443 = new URL('https://example.com');

  test('is for https only, and the lower-case name wins', () => {
    expect(proxyFor(new URL('http://example.com'), { HTTPS_PROXY: 'http://p:1' })).toBeNull();
    expect(proxyFor(https443, { HTTPS_PROXY: 'http://p:1', https_proxy: 'q:2' })?.host).toBe('q:2');
    expect(proxyFor(https443, { HTTPS_PROXY: '' })).toBeNull();
  });

  test.each(['socks5://p:1', 'http://', 'http://me:secret-99@'])('%s is refused without being repeated', (value) => {
    expect(() => proxyFor(https443, { HTTPS_PROXY: value })).toThrow(/HTTPS_PROXY must be a URL/);
    expect(() => proxyFor(https443, { HTTPS_PROXY: value })).not.toThrow(/secret-99|socks5/);
  });
});
