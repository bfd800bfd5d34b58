import { z } from 'zod';

const fields = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.unknown()).optional() })).default({}),
});
const operationShape = z.looseObject({
  summary: z.string().default(''),
  deprecated: z.boolean().default(false),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
});
const documentShape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.looseObject({ schemas: z.record(z.string(), fields) }),
});
type Document = z.infer<typeof documentShape>;
type Named<Value> = readonly (readonly [name: string, value: Value])[];

/**
 * What an OpenAPI document says that an earlier one does not, and the other way round: a line each, for people who
 * wrote a client against the earlier one.
 */
export function documentChanges(earlier: unknown, later: unknown): string[] {
  const before = documentShape.parse(earlier);
  const after = documentShape.parse(later);
  return [...callChanges(callsOf(before), callsOf(after)), ...fieldChanges(before, after)];
}

const callsOf = ({ paths }: Document): Named<z.infer<typeof operationShape>> =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );

function callChanges(
  before: Named<z.infer<typeof operationShape>>,
  after: Named<z.infer<typeof operationShape>>,
): string[] {
  const known = new Map(before);
  const found = new Map(after);
  return [
    ...before.filter(([name]) => !found.has(name)).map(([name]) => `\`${name}\` has ended.`),
    ...after.flatMap(([name, call]) => {
      const old = known.get(name);
      if (old === undefined) return `New: \`${name}\`. ${call.summary}`;
      const had = new Set(old.parameters.map((parameter) => parameter.name));
      const added = call.parameters.filter((parameter) => !had.has(parameter.name));
      return [
        ...(call.deprecated && !old.deprecated ? [`\`${name}\` is deprecated.`] : []),
        ...(added.length === 0 ? [] : [`\`${name}\` takes ${listed(added.map((each) => each.name))}.`]),
      ];
    }),
  ];
}

function fieldChanges(before: Document, after: Document): string[] {
  return Object.entries(after.components.schemas).flatMap(([name, { properties }]) => {
    const old = before.components.schemas[name]?.properties;
    if (old === undefined) return [];
    const added = Object.keys(properties).filter((field) => !(field in old));
    const gone = Object.keys(old).filter((field) => !(field in properties));
    const values = Object.entries(properties).flatMap(([field, { enum: now = [] }]) => {
      const known = old[field]?.enum;
      const further = known === undefined ? [] : now.filter((value) => !known.includes(value));
      return further.length === 0 ? [] : [`\`${field}\` of ${name} may be ${listed(further.map(String))}.`];
    });
    const verb = name.endsWith('Request') ? 'takes' : 'has';
    return [
      ...(added.length === 0 ? [] : [`${name} ${verb} ${listed(added)}.`]),
      ...(gone.length === 0 ? [] : [`${name} has no ${listed(gone)} any more.`]),
      ...values,
    ];
  });
}

const list = new Intl.ListFormat('en');
const listed = (names: readonly string[]): string => list.format(names.map((name) => `\`${name}\``));
