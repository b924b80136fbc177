import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { InputError } from '../core/problem.ts';
import { inSeconds } from './seconds.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that a URL is to be reached through, or null: `https_proxy` for https URLs, unless `no_proxy` names the host.
 * Lower-case names win, as in other programs.
 * @throws InputError when the variable holds no http(s) URL; its value, which may hold a password, is not repeated
 */
export function proxyFor(url: URL, environment: Environment): URL | null {
  if (url.protocol !== 'https:') return null;
  const value = (environment.https_proxy ?? environment.HTTPS_PROXY ?? '').trim();
  if (value === '' || isExempt(url, environment.no_proxy ?? environment.NO_PROXY ?? '')) return null;
  try {
    const proxy = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    if (proxy.protocol === 'http:' || proxy.protocol === 'https:') return proxy;
  } catch {
    // said below
  }
  const message = 'HTTPS_PROXY must be a URL such as http://proxy.example.com:3128';
  throw new InputError({ code: 'TARGET_BAD_PROXY', message, hint: 'only http and https proxies are supported' });
}

/** True when a list such as `example.com, .corp, 10.0.0.1:8443, *` names the URL's host (a name also covers all below it). */
export function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', wantedPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [null, entry];
    const wanted = bare(name).replace(/^\*?\./, '');
    if (wanted === '' || (wantedPort !== undefined && wantedPort !== port)) return false;
    return host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
  });
}

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** A part of a URL without its percent-encoding; as it is where that is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface TunnelOptions extends https.AgentOptions {
  /** Milliseconds until the proxy must have opened the tunnel. */
  readonly openTimeoutMs: number;
}

/** An agent whose TLS connections go through tunnels that an HTTP proxy opens (`CONNECT`, RFC 9110, 9.3.6). */
export class TunnelAgent extends https.Agent {
  readonly #proxy: URL;
  readonly #openTimeoutMs: number;
  readonly #opening: Set<http.ClientRequest> = new Set();

  constructor(proxy: URL, { openTimeoutMs, ...options }: TunnelOptions) {
    super(options);
    this.#proxy = proxy;
    this.#openTimeoutMs = openTimeoutMs;
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const done = callback as (error: Error | null, stream?: Duplex) => void;
    const name = options.host ?? '';
    const request = this.#connect(`${name.includes(':') ? `[${name}]` : name}:${options.port ?? 443}`);
    const fail = (reason: string): void => {
      this.#opening.delete(request);
      const error: NodeJS.ErrnoException = new Error(`the proxy ${this.#proxy.host} ${reason}`);
      error.code = 'PROXY_REFUSED';
      done(error);
      request.destroy();
    };
    request.once('connect', (response, socket, head) => {
      this.#opening.delete(request);
      if (response.statusCode !== 200 || head.length > 0) {
        socket.destroy();
        fail(`refused the tunnel with HTTP ${response.statusCode ?? 0}`);
        return;
      }
      const servername = isIP(name) === 0 ? name : '';
      done(null, tls.connect({ ...(options as tls.ConnectionOptions), socket, servername }));
    });
    request.once('response', (response) => fail(`refused the tunnel with HTTP ${response.statusCode ?? 0}`));
    request.once('timeout', () => fail(`did not open the tunnel within ${inSeconds(this.#openTimeoutMs)}`));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#opening.has(request)) fail(`cannot be reached (${error.code ?? error.name})`);
    });
    this.#opening.add(request);
    request.end();
    return undefined;
  }

  #connect(target: string): http.ClientRequest {
    const { protocol, hostname, port, username, password } = this.#proxy;
    const headers: http.OutgoingHttpHeaders = { host: target };
    if (username !== '' || password !== '') {
      const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
      headers['proxy-authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    const secure = protocol === 'https:';
    return (secure ? https : http).request({
      host: bare(hostname),
      port: port === '' ? (secure ? 443 : 80) : port,
      method: 'CONNECT',
      path: target,
      headers,
      agent: false,
      timeout: this.#openTimeoutMs,
    });
  }

  override destroy(): void {
    for (const request of this.#opening) request.destroy();
    super.destroy();
  }
}
