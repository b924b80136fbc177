import { z } from 'zod';
import { caseSchema, controlSchema, replyObjectSchema } from './case-schema.ts';
import type { CheckDeclaration, CheckDeclarations } from './check-declaration.ts';
import { suiteConfigSchema } from './suite-config.ts';

/** The kinds of files that have a published schema. */
export type SchemaKind = 'case' | 'cases' | 'config';
export const schemaKinds: readonly SchemaKind[] = ['case', 'cases', 'config'];

type Schema = Record<string, unknown>;

/** The JSON Schema (2020-12) of a suite's file, for editors; what only the loader can see is left to the loader. */
export function publishedSchema(kind: SchemaKind, declarations: CheckDeclarations): object {
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `urn:proofmark:schema:${kind}:1` };
  switch (kind) {
    case 'case':
      return {
        ...head,
        title: 'A proofmark case',
        anyOf: [{ $ref: '#/$defs/case' }, { $ref: '#/$defs/cases' }],
        $defs: definitions(declarations),
      };
    case 'cases':
      return { ...head, title: 'A list of proofmark cases', $ref: '#/$defs/cases', $defs: definitions(declarations) };
    case 'config': {
      const config = schemaOf(suiteConfigSchema);
      const defaults = (config['properties'] as Record<string, Schema>)['defaults'] as { properties: Schema };
      defaults.properties['expect'] = { $ref: '#/$defs/expect' };
      return { ...head, title: 'proofmark.yaml', ...config, $defs: { expect: expectSchema(declarations) } };
    }
  }
}

function definitions(declarations: CheckDeclarations): Schema {
  const written = schemaOf(caseSchema) as { properties: Record<string, Schema> };
  const control = schemaOf(controlSchema) as { properties: Schema };
  const completion = { $ref: '#/$defs/reply' };
  control.properties['completion'] = completion;
  Object.assign(written.properties, {
    expect: { $ref: '#/$defs/expect' },
    reference: completion,
    controls: { type: 'array', items: control },
    mutate: {
      type: 'object',
      properties: { completion: { anyOf: [completion, { type: 'array', items: completion }] } },
      required: ['completion'],
      additionalProperties: false,
    },
  });
  return {
    case: written,
    cases: { type: 'array', items: { $ref: '#/$defs/case' }, minItems: 1 },
    reply: { anyOf: [anyText, fileReference, schemaOf(replyObjectSchema)] },
    expect: expectSchema(declarations),
  };
}

function expectSchema(declarations: CheckDeclarations): Schema {
  const checks = [...declarations.values()];
  const properties = Object.fromEntries(checks.map((check) => [check.type, mapForm(check)]));
  const shortForm = { type: 'object', properties, additionalProperties: false, minProperties: 1, maxProperties: 1 };
  return {
    anyOf: [
      { type: 'object', properties, additionalProperties: false, minProperties: 1 },
      { type: 'array', items: { anyOf: [...checks.map(listForm), shortForm] }, minItems: 1 },
    ],
  };
}

const common: Schema = {
  id: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' },
  not: { type: 'boolean' },
  blocking: { type: 'boolean' },
  template: { type: 'boolean' },
};

function optionsOf(check: CheckDeclaration): { properties: Record<string, Schema>; required?: string[] } {
  return schemaOf(check.options) as { properties: Record<string, Schema>; required?: string[] };
}

function mapForm(check: CheckDeclaration): Schema {
  const options = optionsOf(check);
  const value = options.properties['value'];
  if (check.wholeValue && value) return value;
  const object = { ...options, properties: { ...options.properties, ...common } };
  return value ? { anyOf: [value, object] } : object;
}

function listForm(check: CheckDeclaration): Schema {
  const options = optionsOf(check);
  return {
    ...options,
    properties: { check: { const: check.type }, ...options.properties, ...common },
    required: ['check', ...(options.required ?? [])],
  };
}

const anyText: Schema = { type: ['string', 'number', 'boolean'] };

const fileReference: Schema = {
  type: 'object',
  properties: { file: { type: 'string' } },
  required: ['file'],
  additionalProperties: false,
};

/** A schema without its head. Texts may be written unquoted in YAML, long ones may come from a file, and a list of one may be that one. */
function schemaOf(schema: z.ZodType): Schema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return loosened(body) as Schema;
}

function loosened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(loosened);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, loosened(value)] as const);
  const { orFile, orOne, ...rest }: Schema = Object.fromEntries(entries);
  if (orOne === true) return { anyOf: [rest['items'], rest] };
  const open = rest['type'] === 'string' && !('enum' in rest) && !('const' in rest) && !('pattern' in rest);
  const text = open ? { ...rest, ...anyText } : rest;
  if (orFile !== true) return text;
  return { anyOf: [text, fileReference] };
}
