import { addAll } from '../core/add-all.ts';
import type { Problem } from '../core/problem.ts';
import type { SourceNode } from '../files/node.ts';
import { replyObjectSchema, type ReplyObject } from './case-schema.ts';
import { withEntry, type FileReferences } from './file-references.ts';
import { describe, readNode } from './issues.ts';
import { madeReply, toolCallOf, type Reply, type ToolCall } from './reply.ts';

/**
 * A `completion` or `reference`: text, or a map with content and tool calls, or `{ json: … }`. Null when it is faulty;
 * the faults go to `problems`.
 */
export function readMadeReply(
  node: SourceNode,
  references: FileReferences,
  { what, problems }: { readonly what: string; readonly problems: Problem[] },
): Reply | null {
  const resolved = references.text(node);
  if (resolved.kind === 'scalar' && resolved.value !== null) return madeReply({ content: resolved.source });
  if (resolved.kind !== 'map') {
    const message = `${what} must be a text, or a map with content, tool_name, tool_calls or json; found ${describe(resolved)}`;
    problems.push({ code: 'CASE_WRONG_VALUE', message, at: node.at });
    return null;
  }
  const filled = withEntry(resolved, 'content', (value) => references.text(value));
  const result = readNode(filled, replyObjectSchema, { what: what.replace('the ', ''), within: ` in ${what}` });
  if ('problems' in result) {
    addAll(problems, result.problems);
    return null;
  }
  const conflict = conflictIn(result.value);
  if (conflict === null) return replyFrom(result.value);
  problems.push({ code: 'CASE_WRONG_VALUE', message: `${what} ${conflict}`, at: node.at });
  return null;
}

function conflictIn(fields: ReplyObject): string | null {
  if (fields.json !== undefined && fields.content !== undefined) return 'has both content and json: give one';
  if (fields.tool_name !== undefined && fields.tool_calls !== undefined)
    return 'has both tool_name and tool_calls: give one';
  if (fields.arguments !== undefined && fields.tool_name === undefined) return 'has arguments but no tool_name';
  const said = fields.json !== undefined || fields.content !== undefined;
  const called = fields.tool_name !== undefined || fields.tool_calls !== undefined;
  return said || called ? null : 'says nothing: give content, json, tool_name or tool_calls';
}

function replyFrom(fields: ReplyObject): Reply {
  const calls: ToolCall[] = (fields.tool_calls ?? []).map((call) => toolCallOf(call.name, call.arguments));
  if (fields.tool_name !== undefined) calls.push(toolCallOf(fields.tool_name, fields.arguments ?? {}));
  const content = fields.json === undefined ? (fields.content ?? null) : JSON.stringify(fields.json);
  return madeReply({ content, toolCalls: calls });
}
