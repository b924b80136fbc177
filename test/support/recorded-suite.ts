import { folderWith } from './cli.ts';

/** A suite on recorded replies: cases as YAML documents, replies by case id. */
export function recordedSuite(
  cases: string,
  replies: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
): { readonly path: string; readonly remove: () => void } {
  const lines = Object.entries(replies).map(([name, reply]) => {
    const [id, repeat = '0'] = name.split('#');
    const [caseId, variant] = (id as string).split('/');
    const said = typeof reply === 'string' ? { content: reply } : (reply as object);
    return JSON.stringify({
      id: caseId,
      ...(variant === undefined ? {} : { variant }),
      repeat: Number(repeat),
      ...said,
    });
  });
  return folderWith({
    'eval/proofmark.yaml': 'targets:\n  - { id: recorded, type: recorded, file: replies.jsonl }\n',
    'eval/cases/all.yaml': cases,
    'eval/replies.jsonl': lines.length > 0 ? `${lines.join('\n')}\n` : '',
    ...files,
  });
}
