/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other (optimal string alignment). */
export function editDistance(first: string, second: string): number {
  const columns = second.length + 1;
  let older: number[] = [];
  let previous = Array.from({ length: columns }, (_, index) => index);
  for (let row = 1; row <= first.length; row += 1) {
    const current = [row];
    for (let column = 1; column < columns; column += 1) {
      const same = first[row - 1] === second[column - 1];
      let best = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]) {
        best = Math.min(best, (older[column - 2] as number) + 1);
      }
      current.push(best);
    }
    older = previous;
    previous = current;
  }
  return previous[second.length] as number;
}

/** The candidate nearest to the word, or `undefined` when none is near enough to be what was meant. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(Math.max(wanted.length, 4) / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.slice(0, 100).toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `did you mean "value"?`, or `undefined`. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}
