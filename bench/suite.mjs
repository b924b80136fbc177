// A suite of many cases with three checks each, all of which the endpoint's reply passes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const reply = '{"answer":"You have 14 days to return order A-1207.","days":14,"unit":"days"}';

const caseText = (index) => `id: case-${String(index).padStart(5, '0')}
user: "How long do I have to return item ${index} of order A-${1000 + index}?"
tags: [returns, tenth-${index % 10}]
expect:
  contains: "14 days"
  regex: "order [A-Z]-\\\\d+"
  json_schema:
    type: object
    required: [answer, days]
    properties: { answer: { type: string }, days: { type: integer, minimum: 1 } }
controls:
  - must: fail
    completion: '{"answer":"You have 30 days.","days":30}'
`;

/** Writes `count` cases, so many to a file, and a system prompt. */
export function writeSuite(folder, { count, perFile }) {
  mkdirSync(join(folder, 'cases'), { recursive: true });
  writeFileSync(join(folder, 'system_prompt.txt'), 'You answer questions about orders in JSON.\n');
  writeFileSync(join(folder, 'proofmark.yaml'), 'version: 1\nname: bench\n');
  for (let first = 0; first < count; first += perFile) {
    const texts = Array.from({ length: Math.min(perFile, count - first) }, (_, index) => caseText(first + index));
    const name = `cases-${String(first).padStart(5, '0')}.yaml`;
    writeFileSync(join(folder, 'cases', name), texts.join('---\n'));
  }
}

export function writeScenario(file, latencyMs) {
  writeFileSync(file, `version: 1\nlatency: { ms: ${latencyMs} }\ndefault: { content: '${reply}' }\n`);
}
