import { InvalidArgumentError } from 'commander';

/** A parser of whole numbers from `min` up, or up to `max`. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} up` : `${min} to ${max}`;
    throw new InvalidArgumentError(`a whole number from ${bounds} is needed.`);
  };
}

/** Collects `--only a,b --only c` into one list. */
export function list(text: string, before: readonly string[] = []): readonly string[] {
  const items = text.split(',').map((item) => item.trim());
  // An empty variable of a CI job must not select everything.
  if (items.includes('')) throw new InvalidArgumentError('it names nothing, or has an empty name in its list.');
  return [...before, ...items];
}

/** `2/5`: the second of five parts. */
export function shard(text: string): { readonly part: number; readonly of: number } {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const [part, of] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || part < 1 || part > of) throw new InvalidArgumentError('a shard is written 2/5: the second of five.');
  return { part, of };
}
