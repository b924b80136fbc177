import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeReply, toolCallOf } from './reply.ts';
import { contextText, Template } from './template.ts';

test('declared names are replaced, with or without spaces inside the braces, in any script', () => {
  const template = new Template({ item: 'lamp', 品目: 'ランプ', 'two words': 'x' }, []);
  expect(template.fill('{{item}} {{ item }} {{{item}}} {{品目}} {{two words}}')).toBe('lamp lamp {lamp} ランプ x');
});

test('what a value brings in is never expanded, be it a name or a pattern of replace', () => {
  const template = new Template({ a: '{{b}} $& $1', b: '{{a}}' }, []);
  expect(template.fill('{{a}}|{{b}}')).toBe('{{b}} $& $1|{{a}}');
});

test('braces that are no name are plain text', () => {
  const template = new Template({ a: 'x' }, []);
  const code = '{item} {% if %} {{}} {{ 1 + 2 }} {#c#} {{Ω}rel } ${{ x["y"] }} }}{{';
  expect(template.fill(code)).toBe(code);
  expect(template.undeclared.size).toBe(0);
});

test('an undeclared name is told where there are vars, and literal where there are none', () => {
  const strict = new Template({ a: 'x' }, []);
  expect(strict.fill('{{b}} {{naïve}}')).toBe('{{b}} {{naïve}}');
  expect([...strict.undeclared]).toEqual(['b', 'naïve']);
  const lax = new Template({}, []);
  expect(lax.fill('{{b}}')).toBe('{{b}}');
  expect(lax.undeclared.size).toBe(0);
});

test('a var called like a property of every object is a var, and such a name undeclared is none', () => {
  const template = new Template({ constructor: 'c' }, []);
  expect(template.fill('{{constructor}} {{toString}}')).toBe('c {{toString}}');
  expect([...template.undeclared]).toEqual(['toString']);
});

test('the context stands in for its name: by rank, then as written, each passage under its id', () => {
  const passages = [
    { id: 'd', text: 'third', rank: null },
    { id: 'b', text: 'second', rank: 2 },
    { id: 'a', text: 'first', rank: 1 },
    { id: 'e', text: 'fourth', rank: null },
  ];
  expect(contextText(passages)).toBe('[a]\nfirst\n\n[b]\nsecond\n\n[d]\nthird\n\n[e]\nfourth');
  const template = new Template({}, passages.slice(2, 3));
  expect(template.fill('Use {{context}}. {{other}}')).toBe('Use [a]\nfirst. {{other}}');
  expect(template.used.has('context')).toBe(true);
});

test('messages, replies and arguments are filled; keys, roles and images are not', () => {
  const template = new Template({ a: 'X' }, []);
  const image = { type: 'image_url', image_url: { url: 'data:{{a}}' } };
  expect(
    template.fillMessages([
      { role: 'user', content: [{ type: 'text', text: '{{a}}' }, image] },
      { role: 'assistant', tool_calls: [] },
    ]),
  ).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'X' }, image] },
    { role: 'assistant', tool_calls: [] },
  ]);
  const reply = template.fillReply(
    madeReply({ content: 'say {{a}}', toolCalls: [toolCallOf('{{a}}', { '{{a}}': ['{{a}}', 1, null] })] }),
  );
  expect(reply.content).toBe('say X');
  expect(reply.toolCalls[0]).toEqual({
    name: '{{a}}',
    arguments: { '{{a}}': ['X', 1, null] },
    argumentsText: '{"{{a}}":["X",1,null]}',
  });
});

test('without braces every text stays as it is, and long runs of braces end at once', () => {
  const template = new Template({ a: 'x' }, []);
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.includes('{{'));
      expect(template.fill(text)).toBe(text);
    }),
  );
  const long = '{{'.repeat(200_000) + ' '.repeat(200_000);
  expect(template.fill(long)).toBe(long);
});
