import pico from 'picocolors';
import type { CommandIo } from './io.ts';

/** Colours the first word of a result's line where stdout is a terminal; NO_COLOR and FORCE_COLOR are honoured. */
export function linePainter(io: CommandIo): (line: string) => string {
  const { NO_COLOR: off, FORCE_COLOR: forced, TERM: terminal } = io.environment;
  const wanted = off ? false : forced ? forced !== '0' : io.stdout.isTTY === true && terminal !== 'dumb';
  if (!wanted) return (line) => line;
  const { green, red, yellow } = pico.createColors(true);
  return (line) => {
    const word = /^(?:PASS|FAIL|KNOWN|ERROR|UNJUDGED|NOT RUN)\b/.exec(line)?.[0];
    if (word === undefined) return line;
    const paint = word === 'PASS' ? green : word === 'FAIL' ? red : yellow;
    return paint(word) + line.slice(word.length);
  };
}
