/** One event of a server-sent event stream. */
export interface StreamEvent {
  /** What `event:` says; empty where it says nothing. */
  readonly name: string;
  readonly data: string;
}

/** Splits the bytes of a server-sent event stream into its events. */
export interface EventLines {
  /** The events that these bytes complete. @throws TypeError when they are not UTF-8 */
  push(bytes: Uint8Array): readonly StreamEvent[];
  /** An event that was not closed by an empty line. @throws TypeError when the last character is cut */
  end(): readonly StreamEvent[];
}

/** A reader of server-sent events (HTML Living Standard, 9.2); comments and events without data are passed over. */
export function eventLines(): EventLines {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let open: string[] = []; // parts of the line that has not ended, joined once
  let afterReturn = false; // an LF that comes next belongs to the CR that ended the last text
  let name = '';
  let data: string[] = [];

  function takeLine(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (data.length > 0) events.push({ name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    if (field !== 'data' && field !== 'event') return;
    const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    if (field === 'data') data.push(value);
    else name = value;
  }

  function take(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    if (text === '') return events;
    const lines = text.slice(afterReturn && text.startsWith('\n') ? 1 : 0).split(/\r\n|\n|\r/);
    afterReturn = text.endsWith('\r');
    const rest = lines.pop() as string;
    for (const line of lines) {
      takeLine(open.length === 0 ? line : open.join('') + line, events);
      open = [];
    }
    if (rest !== '') open.push(rest);
    return events;
  }

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => take(`${decoder.decode()}\n\n`),
  };
}
