import http from 'node:http';
import https from 'node:https';
import type { Outcome } from '../cases/outcome.ts';
import type { ChatTargetConfig, Limits } from '../cases/config.ts';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { redactorOf, type Redact } from '../core/redact.ts';
import { chatBody, estimatedTokens, fixedHeaders, requestId } from './chat-request.ts';
import { deadlines } from './deadlines.ts';
import { endpointUrl } from './endpoint-url.ts';
import type { Limiter } from './limiter.ts';
import { percentDecoded, proxyFor, TunnelAgent, type Environment } from './proxy.ts';
import { orBadBody } from './read-completion.ts';
import { readResponse } from './read-response.ts';
import { completionStream } from './read-stream.ts';
import { redactedOutcome } from './redact-outcome.ts';
import type { Quote } from './reply-outcome.ts';
import { retryAfterMs } from './retry-after.ts';
import { withRetries, type AttemptResult } from './retry.ts';
import type { Target } from './target.ts';
import { send, type Line } from './transport.ts';

export interface ChatTargetOptions {
  readonly limits: Limits;
  readonly environment: Environment;
  readonly clock: Clock;
  /** The limiter of a place; targets behind one endpoint share it. */
  readonly limiterFor: (place: string) => Limiter;
  /** A certificate authority (PEM) to trust in place of Node's own. */
  readonly authority?: string;
}

const quotedCharacters = 240;

/**
 * A target behind an OpenAI-style chat-completions endpoint. Address, model, key and headers come from the environment
 * variables that the config names; none of their secrets is found in anything that the target gives back.
 * @throws InputError for an address, proxy or header that cannot be used
 */
export function chatTarget(config: ChatTargetConfig, options: ChatTargetOptions): Target {
  const { environment, limits, clock } = options;
  const base = environment[config.baseUrlEnv]?.trim() || 'http://127.0.0.1:8080';
  const url = endpointUrl(base, { variable: config.baseUrlEnv, path: config.path, query: config.query });
  const model = config.model ?? (environment[config.modelEnv]?.trim() || 'local-free');
  const headers = fixedHeaders(config, environment);
  const proxy = proxyFor(url, environment);
  const redact = redactorOf(secretsOf(config, environment, proxy));
  const quote: Quote = (text) => excerpt(redact(text), quotedCharacters);
  const line = lineTo(url, proxy, options);
  const limiter = options.limiterFor(url.host);
  const timeouts = deadlines(clock);

  return {
    id: config.id,
    model: redact(model),
    place: url.host,
    identity: identityOf(config, url, redact(model)),
    live: true,
    call: (request, signal) => {
      const body = chatBody(request, model, config);
      const id = requestId(request.key);
      const attempt = async (sent: { readonly count: number; readonly timeoutMs: number }): Promise<AttemptResult> => {
        const stream = config.stream ? completionStream(quote) : null;
        const got = await send(line, body, {
          headers: { ...headers, 'x-client-request-id': id, 'x-retry-count': String(sent.count) },
          timeoutMs: sent.timeoutMs,
          maxBytes: limits.maxReplyBytes,
          clock,
          deadlines: timeouts,
          signal,
          watch: stream?.push,
        });
        const read = readResponse(got, stream, quote);
        const times = { latencyMs: got.durationMs, timeToFirstTokenMs: read.timeToFirstTokenMs };
        return {
          outcome: orBadBody(() => finished(read.outcome, times, redact)),
          httpStatus: got.status,
          durationMs: got.durationMs,
          askedWaitMs: got.kind === 'response' ? retryAfterMs(got.headers, clock.now()) : null,
          usedTokens: usedTokens(read.outcome),
          stale: got.kind === 'fault' && got.stale,
        };
      };
      return withRetries(attempt, {
        key: request.key,
        retries: limits.retries,
        timeoutMs: request.timeoutMs ?? limits.timeoutMs,
        deadlineMs: limits.deadlineMs,
        limiter,
        tokens: limits.tokensPerMinute === null ? 0 : estimatedTokens(request),
        mayRetry: request.mayRetry,
        clock,
        signal,
      });
    },
    close: async () => line.agent.destroy(),
  };
}

function secretsOf(config: ChatTargetConfig, environment: Environment, proxy: URL | null): (string | undefined)[] {
  const names = [config.apiKeyEnv, ...Object.values(config.headersEnv)];
  const words = names.flatMap((name) => [environment[name], withoutScheme(environment[name])]);
  return proxy === null ? words : [...words, proxy.password, percentDecoded(proxy.password)];
}

/** A header may hold `Bearer KEY`; the key alone is as secret. */
function withoutScheme(value: string | undefined): string | undefined {
  return /^(?:bearer|basic|token|key)\s+(.+)$/is.exec(value?.trim() ?? '')?.[1];
}

function lineTo(url: URL, proxy: URL | null, { limits, authority }: ChatTargetOptions): Line {
  const secure = url.protocol === 'https:';
  // How many connections there are is the limiter's to say.
  const keep = {
    keepAlive: true,
    maxSockets: Infinity,
    maxFreeSockets: Infinity,
    ...(authority === undefined ? {} : { ca: authority }),
  };
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    agent: !secure
      ? new http.Agent(keep)
      : proxy === null
        ? new https.Agent(keep)
        : new TunnelAgent(proxy, { ...keep, openTimeoutMs: limits.timeoutMs }),
  };
}

/** What of the target can change a reply. Headers by name only; a query holds no secret, `endpointUrl` sees to that. */
function identityOf(config: ChatTargetConfig, url: URL, model: string): JsonObject {
  return {
    type: 'chat',
    endpoint: url.href,
    model,
    headers: Object.keys(config.headersEnv).sort(),
    omit: [...config.omit].sort(),
    rename: config.rename,
    response_format: config.responseFormat,
    stream: config.stream,
  };
}

interface Times {
  readonly latencyMs: number;
  readonly timeToFirstTokenMs: number | null;
}

function finished(outcome: Outcome, times: Times, redact: Redact): Outcome {
  const clean = redactedOutcome(outcome, redact);
  if (clean.kind === 'reply') return { kind: 'reply', reply: { ...clean.reply, ...times } };
  return clean.reply === undefined ? clean : { ...clean, reply: { ...clean.reply, ...times } };
}

/** What the rate limit was charged; null where the endpoint does not say. */
function usedTokens(outcome: Outcome): number | null {
  const usage = outcome.reply?.usage;
  return usage ? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) : null;
}
