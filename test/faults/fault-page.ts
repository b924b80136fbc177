import type { FaultResult } from './fault-run.ts';
import type { PlantedFault } from './faults.ts';

const head = `# What a faulty endpoint does to a run

Whatever an endpoint does, a trial ends as a reply that is graded or as a coded failure of its live case. Nothing hangs:
one attempt ends after \`limits.timeout_ms\`, all attempts and waits of a trial after \`limits.deadline_ms\`, a reply that
grows past \`limits.max_reply_bytes\` is stopped there. A failure is never a pass, not even under \`not\`.

One case whose check would pass on a sound answer was run against each fault below, the fault striking every attempt. One
retry is allowed, as by default. Every run ended with exit code 1. “In the record” is what \`proofmark show RUN ID\` tells;
T and N stand for times and sizes that differ between runs.

`;

const foot = `
## What the codes mean for you

| code | whose fault it is most often | asked again? |
|---|---|---|
| \`timeout\`, \`deadline\` | the endpoint is slow or stuck, or the limits are too tight for this model | a timeout once; after the deadline never |
| \`connection\` | address, network or a crashed server; the case was never answered | once |
| \`http_400\`, \`http_401\`, \`http_404\`, … | the request, the key or the model's name: asking again changes nothing | never (408: once) |
| \`http_429\` | you ask too fast; all workers slow down together | once, after the wait that the server asks for; at once an end if the deadline leaves less |
| \`http_500\`, \`http_503\`, … | the server | once |
| \`bad_body\` | something between you and the model answered in its place, or the answer was cut | once (a redirect never) |
| \`too_large\` | a model that does not stop; bound it with \`sampling.max_tokens\` | never |
| \`no_choices\`, \`empty\` | nothing was said, often a filter or a reasoning model that spent its budget thinking | never |
| \`bad_tool_arguments\` | the model: its caller would crash or drop the call | never |
| \`truncated\`, \`content_filter\` | the reply is not whole; graded only where a \`finish_reason\` check asks for it | never |

\`proofmark explain CODE\` says more about each. The same error \`limits.stop_after_same_error\` times in a row stops the run;
what was not called is NOT RUN, and \`--resume\` goes on with it.

The table is written by a test: \`UPDATE_DOCS=1 npx vitest run test/faults\`.
`;

/** The page of the fault matrix; a fault that ends alike with and without a stream has one row. */
export function faultPage(results: readonly FaultResult[], faults: readonly PlantedFault[]): string {
  const rows = faults.flatMap((fault) => {
    const own = results.filter((result) => result.fault === fault.name);
    const cells = own.map((result) => ({ stream: result.stream, text: outcomeCells(result) }));
    const alike = new Set(cells.map(({ text }) => text)).size === 1;
    const shown = alike ? [{ asked: 'both', text: cells[0]?.text ?? '' }] : cells.map(bySort);
    return shown.map(({ asked, text }) => `| \`${fault.name}\` | ${fault.does} | ${asked} | ${text} |`);
  });
  const titles = ['fault', 'the endpoint …', 'stream?', 'code', 'attempts', 'the line', 'in the record'];
  return [`${head}| ${titles.join(' | ')} |`, '|---'.repeat(titles.length) + '|', ...rows, foot].join('\n');
}

function bySort({ stream, text }: { readonly stream: boolean; readonly text: string }): {
  asked: string;
  text: string;
} {
  return { asked: stream ? 'yes' : 'no', text };
}

function outcomeCells({ line, attempts, detail }: FaultResult): string {
  const code = /\[(.*)\]$/.exec(line)?.[1] ?? '–';
  return [code, `${attempts.length}`, line, steady(detail ?? 'a reply, graded')]
    .map((text, index) => cell(text, index))
    .join(' | ');
}

function cell(text: string, index: number): string {
  const escaped = text.replaceAll('|', '\\|');
  return index === 0 || index === 2 ? `\`${escaped}\`` : escaped.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Without what differs from run to run (ports, times left, sizes at which something was cut), and not too long for a table. */
function steady(detail: string): string {
  const text = detail
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/leaves [\d.]+ s/g, 'leaves T')
    .replace(/\((\d+) bytes came\)/g, '(N bytes came)')
    .replace(/cut off after \d+ bytes/g, 'cut off after N bytes')
    .replace(/within [\d.]+ s/g, 'within T')
    .replace(/deadline of [\d.]+ s/g, 'deadline of T')
    .replace(/\{"id":"chatcmpl.*/, '{…');
  return text.length > 110 ? `${text.slice(0, 109)}…` : text;
}
