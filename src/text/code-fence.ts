const opening = /^ {0,3}(`{3,}|~{3,})([^\n]*)\n/;
const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/** What stands inside the fence when the whole text is one fenced code block; null when it is not. Linear in the text. */
export function insideCodeFence(text: string): string | null {
  const whole = text.trim().replaceAll('\r\n', '\n');
  const opened = opening.exec(whole);
  if (!opened) return null;
  const [head, fence = '', info = ''] = opened;
  if (fence.startsWith('`') && info.includes('`')) return null;
  const lines = whole.slice(head.length).split('\n');
  const end = lines.findIndex((line) => {
    const found = closing.exec(line)?.[1];
    return found !== undefined && found.startsWith(fence);
  });
  return end === lines.length - 1 ? lines.slice(0, end).join('\n') : null;
}
