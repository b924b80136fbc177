/** Splits the bytes of a server-sent event stream into the data of its events. */
export interface EventLines {
  /** The data of the events that these bytes complete. @throws TypeError when they are not UTF-8 */
  push(bytes: Uint8Array): readonly string[];
  /** The data of an event that was not closed by an empty line. @throws TypeError when the last character is cut */
  end(): readonly string[];
}

/** A reader of server-sent events (HTML Living Standard, 9.2) for lines that end in LF or CRLF; comments and other fields are passed over. */
export function eventLines(): EventLines {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let open: string[] = []; // parts of the line that has not ended, joined once
  let data: string[] = [];

  function takeLine(line: string, events: string[]): void {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) {
      data.push(line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5));
    } else if (line === 'data') data.push('');
  }

  function take(text: string): string[] {
    const events: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      open.push(text.slice(start, end));
      const line = open.length === 1 ? (open[0] as string) : open.join('');
      open = [];
      takeLine(line.endsWith('\r') ? line.slice(0, -1) : line, events);
      start = end + 1;
    }
    if (start < text.length) open.push(text.slice(start));
    return events;
  }

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => take(`${decoder.decode()}\n\n`),
  };
}
