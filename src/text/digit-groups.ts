// No-break space, figure space, thin space, narrow no-break space: the spaces with which numbers are grouped.
const groupSpaces = new Set(['\u00a0', '\u2007', '\u2009', '\u202f']);
const endsWithGroup = /(?:^|\P{Nd})\p{Nd}{1,3}$/u;
const beginsWithGroup = /^\p{Nd}{3}(?!\p{Nd})/u;

/** Whether the character at `index` is a space that sets off a group of three digits: `1 250` with no plain space. */
export function isGroupSpace(text: string, index: number): boolean {
  return (
    groupSpaces.has(text.charAt(index)) &&
    endsWithGroup.test(text.slice(Math.max(0, index - 4), index)) &&
    beginsWithGroup.test(text.slice(index + 1, index + 5))
  );
}
