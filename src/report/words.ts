import { printable } from '../core/printable.ts';
import { grouped } from './estimate-text.ts';

/** `1 case`, `1,234 cases`. */
export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a, b and 3 more`: the first eight, safe to print. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map(printable).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
