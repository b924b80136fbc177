// Up to this length the engine's own search, whose worst case is text times part, is the faster one.
const shortPart = 64;

/** Every place where the part stands in the text, overlapping ones too, in order. Linear in text and part. */
export function* occurrences(text: string, part: string): Generator<number> {
  if (part.length <= shortPart) {
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
      yield at;
      if (at >= text.length) return;
    }
    return;
  }
  // Knuth, Morris, Pratt (1977): after a mismatch, or a hit, as much stays matched as is both end and beginning.
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) matched = borders[matched - 1] as number;
    if (text.charCodeAt(at) === part.charCodeAt(matched)) matched += 1;
    if (matched < part.length) continue;
    yield at + 1 - part.length;
    matched = borders[matched - 1] as number;
  }
}

/** For every beginning of the part the length of the longest shorter one that it also ends with. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at += 1) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = borders[length - 1] as number;
    if (part.charCodeAt(at) === part.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}
