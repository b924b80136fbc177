import type { Problem } from '../core/problem.ts';
import type { MapNode, SourceNode } from '../files/node.ts';
import type { CheckUse, Control, HostileControl } from './case.ts';
import type { CaseFields, ControlFields } from './case-schema.ts';
import type { FileReferences } from './file-references.ts';
import { readMadeReply } from './made-replies.ts';
import type { Message } from './reply.ts';
import type { Template } from './template.ts';

interface ControlReading {
  readonly checks: readonly CheckUse[];
  readonly messages: readonly Message[];
  readonly references: FileReferences;
  readonly template: Template;
  readonly problems: Problem[];
}

export interface ReadControls {
  readonly controls: readonly Control[];
  readonly hostile: readonly HostileControl[];
}

/**
 * The controls of a native case: the founding `mutate.completion`, then `controls`. The first unnamed one stays without a
 * name, the others are called `#2`, `#3` by their number among the unnamed.
 */
export function readControls(node: MapNode, fields: CaseFields, reading: ControlReading): ReadControls {
  const controls: Control[] = [];
  const hostile: HostileControl[] = [];
  const names = new Set<string>();
  let unnamed = 0;
  const nameFor = (name: string | undefined, at: SourceNode['at']): string | null => {
    if (name === undefined) {
      unnamed += 1;
      return unnamed === 1 ? null : `#${unnamed}`;
    }
    if (names.has(name)) {
      reading.problems.push({ code: 'CASE_DUPLICATE_ID', message: `control name "${name}" is there twice`, at });
    }
    names.add(name);
    return name;
  };

  for (const completion of foundingCompletions(node)) {
    const reply = readMadeReply(completion, reading.references, { what: 'the completion', problems: reading.problems });
    const name = nameFor(undefined, completion.at);
    if (reply) {
      const filled = reading.template.fillReply(reply);
      controls.push({ name, must: 'fail', aims: [], reply: filled, synthesised: false, at: completion.at });
    }
  }
  const written = node.entries.get('controls')?.value;
  const items = written?.kind === 'list' ? written.items : [];
  for (const [index, control] of (fields.controls ?? []).entries()) {
    const item = items[index] as MapNode;
    const name = nameFor(control.name, item.at);
    const completion = item.entries.get('completion')?.value;
    if (completion === undefined) {
      const read = readHostile(control, name ?? '#1', { item, reading });
      if (read) hostile.push(read);
      continue;
    }
    const read = readOffline(control, completion, { name, item, reading });
    if (read) controls.push(read);
  }
  return { controls, hostile };
}

/** Every completion that a case writes down, whether of the founding form or of a control. */
export function completionsOf(node: MapNode): readonly SourceNode[] {
  const controls = node.entries.get('controls')?.value;
  const items = controls?.kind === 'list' ? controls.items : [];
  const written = items.flatMap((item) => (item.kind === 'map' ? (item.entries.get('completion')?.value ?? []) : []));
  return [...foundingCompletions(node), ...written];
}

function foundingCompletions(node: MapNode): readonly SourceNode[] {
  const mutate = node.entries.get('mutate')?.value;
  const completion = mutate?.kind === 'map' ? mutate.entries.get('completion')?.value : undefined;
  if (completion === undefined) return [];
  return completion.kind === 'list' ? completion.items : [completion];
}

function readOffline(
  control: ControlFields,
  completion: SourceNode,
  { name, item, reading }: { readonly name: string | null; readonly item: MapNode; readonly reading: ControlReading },
): Control | null {
  const { problems, checks } = reading;
  if (control.user !== undefined || control.messages !== undefined) {
    const message = 'a control has either a completion (graded offline) or a user turn (sent live), not both';
    problems.push({ code: 'CASE_WRONG_VALUE', message, at: item.at });
    return null;
  }
  const must = control.must ?? 'fail';
  const aims = control.aims ?? [];
  const aimsAt = item.entries.get('aims')?.keyAt ?? item.at;
  if (must === 'pass' && aims.length > 0) {
    const message = '"aims" names the checks that catch a wrong reply; this control must pass';
    problems.push({ code: 'CASE_WRONG_VALUE', message, at: aimsAt });
  }
  for (const aim of aims) {
    if (checks.length === 0 || checks.some((check) => check.id === aim || check.type === aim)) continue;
    const message = `"aims" names ${aim}, which is no check of this case`;
    const hint = `its checks are ${checks.map((check) => check.id).join(', ')}`;
    problems.push({ code: 'CASE_UNKNOWN_CHECK', message, at: aimsAt, hint });
  }
  const reply = readMadeReply(completion, reading.references, { what: 'the completion', problems });
  if (!reply) return null;
  return { name, must, aims, reply: reading.template.fillReply(reply), synthesised: false, at: item.at };
}

function readHostile(
  control: ControlFields,
  name: string,
  { item, reading }: { readonly item: MapNode; readonly reading: ControlReading },
): HostileControl | null {
  const { problems, template } = reading;
  if ((control.user === undefined) === (control.messages === undefined)) {
    const message = 'a control needs a completion (a reply graded offline) or a user turn (a hostile input sent live)';
    problems.push({ code: 'CASE_WRONG_VALUE', message, at: item.at });
    return null;
  }
  if (control.must !== undefined || control.aims !== undefined) {
    const message = '"must" and "aims" belong to offline controls: a reply to a hostile input must satisfy "expect"';
    problems.push({ code: 'CASE_WRONG_VALUE', message, at: item.at });
    return null;
  }
  const messages = control.messages ?? withLastUserTurn(reading.messages, template.fill(control.user ?? ''));
  return { name, messages: control.messages ? template.fillMessages(messages) : messages, at: item.at };
}

/** The same input with its last user turn replaced. */
function withLastUserTurn(messages: readonly Message[], content: string): Message[] {
  const last = messages.map((message) => message.role).lastIndexOf('user');
  if (last < 0) return [...messages, { role: 'user', content }];
  return messages.map((message, index) => (index === last ? { role: 'user', content } : message));
}
