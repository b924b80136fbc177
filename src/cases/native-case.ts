import { addAll } from '../core/add-all.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import type { MapNode, SourceNode } from '../files/node.ts';
import { caseOf, type Case, type CheckUse, type Passage } from './case.ts';
import { caseSchema, metadataKeys, type CaseFields, type PassageFields } from './case-schema.ts';
import type { CheckDeclaration, CheckDeclarations } from './check-declaration.ts';
import { completionsOf, readControls } from './controls.ts';
import { expectEntries, readChecks, type ExpectEntry } from './expect.ts';
import { referenceIn, withEntry, withItems, withValues, type FileReferences } from './file-references.ts';
import { readNode } from './issues.ts';
import { readMadeReply } from './made-replies.ts';
import type { Message } from './reply.ts';
import { Template } from './template.ts';

/** What a suite adds to its cases, and what reading one needs. */
export interface CaseReading {
  readonly declarations: CheckDeclarations;
  readonly references: FileReferences;
  readonly problems: Problem[];
  readonly defaultTags: readonly string[];
  readonly defaultChecks: readonly ExpectEntry[];
  readonly allowNoControls: boolean;
  /** Every system prompt that a target of the suite sends; templates. */
  readonly systemPrompts: readonly string[];
}

/** A case in its native form; null when it is faulty (the faults are in `problems`). */
export function readNativeCase(written: MapNode, reading: CaseReading): Case | null {
  const { problems } = reading;
  const before = problems.length;
  const lost = lostIndentation(written, reading.declarations);
  if (lost) {
    problems.push(lost);
    return null;
  }
  const node = withReferences(written, reading.references) as MapNode;
  const result = readNode(node, caseSchema, { what: 'case' });
  if ('problems' in result) {
    addAll(problems, result.problems);
    // The rest is read all the same, so that all faults of the case are told at once.
    const expect = node.entries.get('expect');
    if (expect) readChecks(expectEntries(expect.value, reading), { ...reading, template: new Template({}, []) });
    const { references } = reading;
    const reference = node.entries.get('reference');
    if (reference) readMadeReply(reference.value, references, { what: 'the reference', problems });
    for (const completion of completionsOf(node)) {
      readMadeReply(completion, references, { what: 'the completion', problems });
    }
    return null;
  }
  const read = buildCase(node, result.value, reading);
  return problems.length > before ? null : read;
}

function buildCase(node: MapNode, fields: CaseFields, reading: CaseReading): Case {
  const { problems, references } = reading;
  const context = passages(fields.context);
  const vars = fields.vars ?? {};
  if (context.length > 0 && 'context' in vars) {
    problems.push({
      code: 'CASE_WRONG_VALUE',
      message: 'a var may not be called context beside a "context"',
      at: node.at,
    });
  }
  const template = new Template(vars, context);
  const messages = template.fillMessages(inputMessages(node, fields, problems));
  const undeclaredInInput = new Set(template.undeclared);
  for (const prompt of reading.systemPrompts) template.fill(prompt);
  const ofPrompt = [...template.undeclared].filter((name) => !undeclaredInInput.has(name));
  if (context.length > 0 && !template.used.has('context')) {
    const message = '"context" is never sent: write {{context}} in the input or in the system prompt';
    problems.push({ code: 'CASE_CONTEXT_UNUSED', message, at: node.entries.get('context')?.keyAt ?? node.at });
  }
  const checks = readChecks(allEntries(node, reading), { ...reading, template });
  if (checks.length === 0) addAll(problems, noCheck(node));
  const referenceNode = node.entries.get('reference')?.value;
  const reference = referenceNode
    ? readMadeReply(referenceNode, references, { what: 'the reference', problems })
    : null;
  const filledReference = reference ? template.fillReply(reference) : null;
  const beforeControls = problems.length;
  const { controls, hostile } = readControls(node, fields, { checks, messages, references, template, problems });
  addAll(problems, undeclaredNames(node, template, ofPrompt));
  const judgeable = checks.length === 0 || checks.some((check) => provable(reading.declarations.get(check.type)));
  const faulty = problems.slice(beforeControls).some((problem) => problem.code !== 'CASE_TEMPLATE');
  const caught = faulty || controls.some((control) => control.must === 'fail');
  if (judgeable && !caught && !reading.allowNoControls)
    problems.push(noControl(node, controls.length + hostile.length > 0));
  const repeat = fields.repeat ?? 1;
  return caseOf({
    id: fields.id,
    renamedFrom: fields.renamed_from ?? null,
    at: node.at,
    messages,
    inputText: userText(messages),
    vars,
    checks,
    reference: filledReference,
    controls,
    hostile,
    ...(fields.facts ? { facts: fields.facts } : {}),
    context,
    material: passages(fields.material),
    tags: [...new Set([...reading.defaultTags, ...(fields.tags ?? [])])],
    repeat: fields.repeat ?? null,
    minPass: minPassOf(node, { repeat, minPass: fields.min_pass, problems }),
    knownFailure: fields.known_failure ?? null,
    tools: fields.tools ?? null,
    sampling: fields.sampling ?? {},
    timeoutMs: fields.timeout_ms ?? null,
    split: fields.split ?? null,
    metadata: metadataOf(fields),
  });
}

/** True for a check that a made reply can fail: a rubric needs a judge, and what only a call has no control has. */
export function provable(declaration: CheckDeclaration | undefined): boolean {
  return declaration !== undefined && declaration.judgeable && declaration.looksAt === 'reply';
}

function* noCheck(node: MapNode): Generator<Problem> {
  const expect = node.entries.get('expect');
  if (expect === undefined) {
    const hint = 'say what a right reply holds: expect: { contains: … }';
    yield { code: 'CASE_NO_CHECK', message: 'no check: a case without "expect" asserts nothing', at: node.at, hint };
  } else if (isEmpty(expect.value)) {
    yield { code: 'CASE_NO_CHECK', message: '"expect" is empty: the case asserts nothing', at: expect.keyAt };
  }
}

/** Names in braces that nothing declares, in a case that has vars. */
function* undeclaredNames(node: MapNode, template: Template, ofPrompt: readonly string[]): Generator<Problem> {
  const declared = template.declared.join(', ');
  for (const name of template.undeclared) {
    const where = ofPrompt.includes(name) ? ' of the system prompt' : '';
    const message = `{{${name}}}${where} is not among the vars of this case`;
    yield { code: 'CASE_TEMPLATE', message, at: placeOf(node, name), hint: `declared are ${declared}` };
  }
}

/** The error of a case that no control proves. */
export function noControl(node: SourceNode, others: boolean = false): Problem {
  const message = others
    ? 'no control that must fail and is graded offline: write one reply that must fail, under mutate or controls'
    : 'no control: write one reply that must fail, under mutate or controls';
  return { code: 'CASE_NO_CONTROL', message, at: node.at };
}

/** The error of a case whose `expect` is empty while its checks stand beside it; null for other nodes. */
export function lostIndentation(node: SourceNode, declarations: CheckDeclarations): Problem | null {
  const expect = node.kind === 'map' ? node.entries.get('expect') : undefined;
  if (node.kind !== 'map' || expect === undefined || !isEmpty(expect.value)) return null;
  const fallen = [...node.entries.keys()].filter((key) => declarations.has(key));
  if (fallen.length === 0) return null;
  const message = `the file lost its indentation: "expect" is empty and ${fallen.join(', ')} stands beside it instead of below it`;
  const hint = 'indent the lines that belong to expect, mutate and completion';
  return { code: 'CASE_LOST_INDENTATION', message, at: expect.keyAt, hint };
}

function isEmpty(node: SourceNode | undefined): boolean {
  if (node === undefined) return true;
  if (node.kind === 'scalar') return node.value === null;
  return node.kind === 'list' ? node.items.length === 0 : node.entries.size === 0;
}

function withReferences(node: SourceNode, references: FileReferences): SourceNode {
  const text = (value: SourceNode): SourceNode => references.text(value);
  const messages = (value: SourceNode): SourceNode =>
    withItems(value, (message) => withMessageFiles(message, references));
  let result = withEntry(node, 'user', text);
  result = withEntry(result, 'messages', messages);
  result = withEntry(result, 'vars', (vars) => withValues(vars, text));
  for (const key of ['context', 'material']) {
    result = withEntry(result, key, (list) => withItems(list, (passage) => withEntry(passage, 'text', text)));
  }
  result = withEntry(result, 'tools', (tools) => references.data(tools));
  return withEntry(result, 'controls', (list) =>
    withItems(list, (control) => withEntry(withEntry(control, 'user', text), 'messages', messages)),
  );
}

/** `{ file: PATH }` as the map with a `url` that the OpenAI form wants; other nodes as they are. */
function asUrl(image: SourceNode): SourceNode {
  if (referenceIn(image) === null) return image;
  return { kind: 'map', at: image.at, entries: new Map([['url', { keyAt: image.at, value: image }]]) };
}

function withMessageFiles(message: SourceNode, references: FileReferences): SourceNode {
  return withEntry(message, 'content', (content) =>
    withItems(references.text(content), (part) =>
      withEntry(
        withEntry(part, 'text', (text) => references.text(text)),
        'image_url',
        (image) => withEntry(asUrl(image), 'url', (url) => references.dataUrl(url)),
      ),
    ),
  );
}

function inputMessages(node: MapNode, fields: CaseFields, problems: Problem[]): readonly Message[] {
  if (fields.user !== undefined && fields.messages !== undefined) {
    const at = node.entries.get('messages')?.keyAt ?? node.at;
    problems.push({ code: 'CASE_WRONG_VALUE', message: 'a case has either "user" or "messages", not both', at });
  }
  if (fields.messages) return fields.messages;
  if (fields.user !== undefined) return [{ role: 'user', content: fields.user }];
  const message = 'no input: give "user" (a text) or "messages" (a list)';
  problems.push({ code: 'CASE_MISSING_KEY', message, at: node.at });
  return [];
}

function allEntries(node: MapNode, reading: CaseReading): ExpectEntry[] {
  const expect = node.entries.get('expect')?.value;
  const own = expect && !isEmpty(expect) ? expectEntries(expect, reading) : [];
  return [
    ...own,
    ...defaultsBeside(
      own.map((entry) => entry.declaration.type),
      reading,
    ),
  ];
}

function defaultsBeside(types: readonly string[], reading: CaseReading): readonly ExpectEntry[] {
  return reading.defaultChecks.filter((entry) => !types.includes(entry.declaration.type));
}

/** A check of an older form, and beside it the checks that the suite adds to every case. */
export function withDefaultChecks(own: CheckUse, reading: CaseReading): CheckUse[] {
  return [own, ...readChecks(defaultsBeside([own.type], reading), { ...reading, template: new Template({}, []) })];
}

/** The text of the user's turns, one a line. */
function userText(messages: readonly Message[]): string {
  return messages
    .filter((message) => message.role === 'user')
    .map((message) => contentText(message.content))
    .join('\n');
}

function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content as readonly JsonValue[];
  return parts
    .flatMap((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n');
}

function passages(fields: readonly PassageFields[] | undefined): Passage[] {
  return (fields ?? []).map(({ id, text, rank }) => ({ id, text, rank: rank ?? null }));
}

function placeOf(node: MapNode, name: string): SourceNode['at'] {
  const holds = (candidate: SourceNode): boolean => {
    if (candidate.kind === 'scalar') return candidate.source.includes('{{') && candidate.source.includes(name);
    const children =
      candidate.kind === 'list' ? candidate.items : [...candidate.entries.values()].map((entry) => entry.value);
    return children.some(holds);
  };
  for (const entry of node.entries.values()) if (holds(entry.value)) return entry.value.at;
  return node.at;
}

function minPassOf(
  node: MapNode,
  {
    repeat,
    minPass,
    problems,
  }: { readonly repeat: number; readonly minPass: number | undefined; readonly problems: Problem[] },
): number | null {
  if (minPass === undefined) return null;
  const at = node.entries.get('min_pass')?.value.at ?? node.at;
  if (minPass >= 1 && !Number.isInteger(minPass)) {
    const message = '"min_pass" is a share below 1 or a whole count from 1 up';
    problems.push({ code: 'CASE_WRONG_VALUE', message, at });
  } else if (minPass > repeat && node.entries.has('repeat')) {
    const message = `"min_pass" asks for ${minPass} of ${repeat} trials: the case can never pass`;
    problems.push({ code: 'CASE_WRONG_VALUE', message, at });
  }
  return minPass;
}

function metadataOf(fields: CaseFields): JsonObject {
  const entries = metadataKeys.flatMap((key) =>
    fields[key] === undefined ? [] : [[key, fields[key] as JsonValue] as const],
  );
  return Object.fromEntries(entries);
}
