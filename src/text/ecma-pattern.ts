import { RE2JS } from 're2js';

// What \s takes in JavaScript: white space and line ends of ECMA-262, 12.2 and 12.3; in RE2 it takes five of ASCII only.
const blank = '\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const notBlank =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';
const notLineEnd = '[^\\n\\r\\x{2028}\\x{2029}]';
const piece = /\\[^]|[[\].]/g;

/** A pattern of the JavaScript dialect in RE2 syntax, with what `\s`, `\S`, `.` and classes take in JavaScript. */
export function ecmaPattern(source: string): string {
  let inClass = false;
  return RE2JS.translateRegExp(source).replace(piece, (found) => {
    switch (found) {
      case '\\s':
        return inClass ? blank : `[${blank}]`;
      case '\\S':
        return inClass ? notBlank : `[^${blank}]`;
      case '\\b':
        return inClass ? '\\x08' : found;
      case '.':
        return inClass ? found : notLineEnd;
      case '[':
        if (inClass) return '\\[';
        inClass = true;
        return found;
      case ']':
        inClass = false;
        return found;
      default:
        return found;
    }
  });
}
