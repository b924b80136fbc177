import { randomFrom, type Random } from '../core/random.ts';
import type { ChatRequest } from './chat-request.ts';
import { matchesGlob } from './glob.ts';
import type { Conditions, Fault, Latency, PlannedReply, Rule, Scenario } from './scenario.ts';

/** What is drawn for one purpose depends on nothing that is drawn for another, nor on the order of calls. */
function randomFor(scenario: Scenario, purpose: string, key: string): Random {
  return randomFrom(`${scenario.seed}\n${purpose}\n${key}`);
}

function holds(conditions: Conditions, request: ChatRequest): boolean {
  const { user, system, toolResult, key, model } = conditions;
  return (
    (user === undefined || request.userText.includes(user)) &&
    (system === undefined || request.systemText.includes(system)) &&
    (toolResult === undefined || request.toolText.includes(toolResult)) &&
    (key === undefined || matchesGlob(key, request.key)) &&
    (model === undefined || matchesGlob(model, request.model))
  );
}

/** What the simulated model says, faults aside: a function of seed and request; probabilities are drawn per key. */
export function replyTo(request: ChatRequest, scenario: Scenario): PlannedReply {
  const index = scenario.rules.findIndex((rule) => holds(rule.conditions, request));
  const rule = scenario.rules[index] ?? scenario.fallback;
  if (rule.passProbability < 1) {
    const random = randomFor(scenario, `reply ${index}`, request.drawKey);
    if (random() >= rule.passProbability) {
      return rule.otherwise[Math.floor(random() * rule.otherwise.length)] as PlannedReply;
    }
  }
  return turnOf(rule, request);
}

function turnOf({ script }: Rule, request: ChatRequest): PlannedReply {
  return script[Math.min(request.assistantTurns, script.length - 1)] as PlannedReply;
}

/** The fault that strikes this call, which is the `callNumber`th from 1; null for none. */
export function faultOf(request: ChatRequest, callNumber: number, scenario: Scenario): Fault | null {
  const strikes = (fault: Fault, index: number): boolean => {
    if (!holds(fault.conditions, request)) return false;
    if (fault.retries && !fault.retries.includes(request.retry)) return false;
    if (fault.calls && !fault.calls.includes(callNumber)) return false;
    if (fault.every !== null && callNumber % fault.every !== 0) return false;
    if (fault.probability >= 1) return true;
    return randomFor(scenario, `fault ${index} ${request.retry}`, request.drawKey)() < fault.probability;
  };
  return scenario.faults.find(strikes) ?? null;
}

/** Milliseconds before this request is answered, drawn per key and retry. */
export function latencyMsOf(request: ChatRequest, scenario: Scenario): number {
  if (scenario.latency.kind === 'fixed') return scenario.latency.ms;
  return drawLatencyMs(scenario.latency, randomFor(scenario, `latency ${request.retry}`, request.drawKey));
}

// The 95th percentile of the standard normal distribution.
const z95 = 1.6448536269514722;

/** Milliseconds drawn from the distribution; a log-normal one is given by its median and its 95th percentile. */
export function drawLatencyMs(latency: Latency, random: Random): number {
  switch (latency.kind) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return latency.fromMs + (latency.toMs - latency.fromMs) * random();
    case 'log_normal': {
      // Box and Muller 1958; 1 - u keeps the logarithm finite.
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return latency.medianMs * (latency.p95Ms / latency.medianMs) ** (normal / z95);
    }
  }
}
