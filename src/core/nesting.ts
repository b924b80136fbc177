/** How many maps and lists may lie inside each other in JSON that came from outside; far beyond any real one. */
export const maxNesting = 500;

/**
 * True when maps and lists of the JSON text lie inside each other deeper than `limit` levels. Asked before parsing: on
 * millions of brackets `JSON.parse` takes seconds, and on thousands whatever walks the value runs out of stack.
 */
export function nestsDeeper(text: string, limit: number = maxNesting): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at + 1);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > limit) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1; // whatever is escaped does not end it
  }
  return at;
}
