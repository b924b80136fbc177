import { chatTarget } from '../../src/targets/chat-target.ts';
import { limitersByPlace } from '../../src/targets/limiter.ts';
import type { Target, TargetRequest } from '../../src/targets/target.ts';
import type { ChatTargetConfig, Limits } from '../../src/cases/config.ts';
import { systemClock, type Clock } from '../../src/core/clock.ts';

export const plainConfig: ChatTargetConfig = {
  id: 'default',
  type: 'chat',
  systemPrompt: null,
  family: null,
  baseUrlEnv: 'EVAL_BASE_URL',
  modelEnv: 'EVAL_MODEL',
  model: null,
  apiKeyEnv: 'EVAL_API_KEY',
  headersEnv: {},
  query: {},
  path: null,
  omit: [],
  rename: {},
  responseFormat: null,
  stream: false,
};

export const plainLimits: Limits = {
  timeoutMs: 5000,
  deadlineMs: 20_000,
  retries: 1,
  concurrency: 64,
  requestsPerMinute: null,
  tokensPerMinute: null,
  maxReplyBytes: 1_000_000,
  maxCalls: null,
  maxCostUsd: null,
  stopAfterSameError: 20,
};

export interface Setting {
  readonly config?: Partial<ChatTargetConfig>;
  readonly limits?: Partial<Limits>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly authority?: string;
}

/** A chat target at a URL with the suite's defaults but for what is given. */
export function targetAt(
  url: string,
  { config, limits: given, environment, clock = systemClock, authority }: Setting = {},
): Target {
  const limits = { ...plainLimits, ...given };
  return chatTarget(
    { ...plainConfig, ...config },
    {
      limits,
      environment: { EVAL_BASE_URL: url, ...environment },
      clock,
      limiterFor: limitersByPlace(limits, clock),
      ...(authority === undefined ? {} : { authority }),
    },
  );
}

export function requestOf(parts: Partial<TargetRequest> = {}): TargetRequest {
  return {
    key: 'refund',
    caseId: 'refund',
    variant: null,
    repeat: 0,
    messages: [{ role: 'user', content: 'How long?' }],
    tools: null,
    sampling: { temperature: 0 },
    timeoutMs: null,
    ...parts,
  };
}
