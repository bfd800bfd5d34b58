import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorsOf, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

const fieldSchema = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.int().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.int().optional(),
  maximum: z.int().optional(),
  maxItems: z.int().optional(),
});
type Field = z.infer<typeof fieldSchema>;
const bodySchema = z.object({
  properties: z.record(z.string(), fieldSchema),
  required: z.array(z.string()).default([]),
});
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: fieldSchema })).default([]),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema: z.object({ $ref: z.string() }) }).optional(),
      }),
    })
    .optional(),
});
/** The committed document: what it says of a field is refused by the service that runs. */
const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  // Public calls are those of intake.spec.ts.
  path.startsWith('/api/intake/')
    ? []
    : Object.entries(methods).map(([method, call]) => ({ path, method, call })),
);
const address = (path: string) => path.replace('{priority}', 'low').replaceAll(/\{\w+\}/g, unknownId);

const typesOf = ({ type = [] }: Field): string[] => [type].flat();
const isText = (field: Field) =>
  typesOf(field).includes('string') && !field.enum && !field.format && field.pattern === undefined;
const mostOf = (field: Field) => field.maxLength;
/** As long as can be, in UTF-16 units. */
const longest = (units: number) => '🥪'.repeat(Math.floor(units / 2)) + 'x'.repeat(units % 2);

type Wrong = readonly [value: unknown, sentence?: unknown];
/** What a text in a body or an address must not be. */
function wrongTexts(field: Field): Wrong[] {
  const most = mostOf(field);
  return [
    ...(field.enum || field.anyOf ? [['no such word'] as const] : []),
    ...(field.format === 'uuid' ? [['store-1', 'Must be an id.'] as const] : []),
    ...(field.format === 'date' ? [['2026-02-30'] as const, ['2026-02-03T00:00:00Z'] as const] : []),
    ...(field.format === 'date-time'
      ? ['2026-02-30T09:00:00Z', '2026-12-01', ''].map((text) => [text] as const)
      : []),
    ...(field.pattern !== undefined && !field.format
      ? ['all', '5,00', '1e3'].map((text) => [text] as const)
      : []),
    ...(isText(field) && most !== undefined
      ? [[`${longest(most)}x`, expect.stringMatching(/^(At most \d+ characters\.|Must be )/)] as const]
      : []),
  ];
}
function wrongValues(field: Field, isRequired: boolean): Wrong[] {
  const types = typesOf(field);
  const isMissing: Wrong[] = isRequired ? [[undefined]] : [];
  return [
    ...isMissing,
    ...(types.includes('null') ? [] : [[null] as const]),
    ...(field.minLength === 1 ? ['', ' \t\n'].map((text) => [text, 'Must not be empty.'] as const) : []),
    ...(types.includes('string') ? [[5] as const, [['x']] as const] : []),
    ...(isText(field) ? [['a\0b'] as const] : []),
    ...(types.includes('boolean') ? [[1] as const, ['true'] as const] : []),
    ...(types.includes('integer')
      ? [[(field.minimum ?? 0) - 1] as const, [(field.maximum ?? 0) + 1] as const]
      : []),
    ...(types.includes('array')
      ? [['x'] as const, [Array((field.maxItems ?? 0) + 1).fill(unknownId)] as const]
      : []),
    ...wrongTexts(field),
  ];
}

/** A value of which nothing is to be said. */
const validOf = (field: Field): unknown => {
  if (field.anyOf) return validOf(fieldSchema.parse(field.anyOf[0]));
  if (typesOf(field).includes('array'))
    return field.minItems === undefined ? [] : [validOf(fieldSchema.parse(field.items))];
  const properties = Object.entries(field.properties ?? {});
  if (properties.length > 0) {
    const needed = properties.filter(([name], at) => field.required?.includes(name) ?? at === 0);
    return Object.fromEntries(needed.map(([name, each]) => [name, validOf(fieldSchema.parse(each))]));
  }
  if (field.format === 'uuid') return unknownId;
  if (field.format === 'date-time') return '2099-12-01T09:00:00Z';
  return field.enum?.[0] ?? (field.pattern === undefined ? 'x' : '5');
};

describe.each(
  operations.flatMap(({ path, method, call }) => {
    const ref = call.requestBody?.content['application/json']?.schema.$ref;
    if (ref === undefined) return [];
    return [
      [method, path, bodySchema.parse(document.components.schemas[ref.split('/').at(-1) ?? ''])] as const,
    ];
  }),
)('%s %s refuses', (method, path, { properties, required }) => {
  const valid = Object.fromEntries(required.map((name) => [name, validOf(properties[name] ?? {})]));
  // A user of their own, because the writes of a user are limited.
  let user: { cookie: string };
  beforeAll(async () => {
    user = await core.createUser({ role: 'admin' });
  });
  const send = (body: object) => {
    const agent = core.as(user);
    const request = { patch: () => agent.patch(address(path)), put: () => agent.put(address(path)) };
    return (method === 'patch' || method === 'put' ? request[method]() : agent.post(address(path))).send(
      body,
    );
  };

  it.each(Object.entries(properties))('%s', async (name, field) => {
    for (const [value, sentence = expect.any(String)] of wrongValues(field, required.includes(name))) {
      const response = await send({ ...valid, [name]: value });
      const found = z.record(z.string(), z.array(z.string())).parse(errorsOf(response) ?? {});
      const [at = '', [said] = []] = Object.entries(found)[0] ?? [];
      expect([value, response.status, at.split('.')[0], said]).toEqual([value, 400, name, sentence]);
    }
  });

  it('an unknown field', async () => {
    const response = await send({ ...valid, createdAt: '2026-12-01T09:00:00Z' });
    expect([response.status, errorsOf(response)]).toEqual([400, { createdAt: ['Unknown field.'] }]);
  });

  const texts = Object.entries(properties).filter(
    ([, field]) => isText(field) && mostOf(field) !== undefined,
  );
  if (method === 'patch' && texts.length > 0)
    it.each(texts)('%s only beyond its limit', async (name, field) => {
      const response = await send({ ...valid, [name]: longest(mostOf(field) ?? 0) });
      // Valid, for nothing that there is; an e-mail address and a time zone are no long words.
      if (!['email', 'timezone'].includes(name)) expect(response.status).toBe(404);
    });
});

describe.each(
  operations.flatMap(({ path, method, call: { parameters } }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    return method === 'get' && query.length > 0 ? [[path, query] as const] : [];
  }),
)('get %s refuses', (path, query) => {
  const ask = async (name: string, value: string) => {
    const user = path === '/api/user/assigned-locations' ? core.managerA : core.admin;
    const given = path === '/api/tickets/similar' ? { locationId: core.storeA } : {};
    const response = await core
      .as(user)
      .get(address(path))
      .query({ ...given, [name]: value });
    const fields = new Set(Object.keys(errorsOf(response) ?? {}).map((at) => at.split('.')[0]));
    return [value, response.status, [...fields]];
  };
  const rows = ['{}', '[1]', '["a","b","c","d"]'];
  const cursors = ['x', ...rows.map((keys) => Buffer.from(keys).toString('base64url'))];

  it.each(query.map(({ name, schema }) => [name, schema] as const))('%s', async (name, field) => {
    const { minimum = 1, maximum = 0 } = field;
    const wrong =
      name === 'cursor'
        ? cursors
        : typesOf(field).includes('integer')
          ? [String(minimum - 1), String(maximum + 1), 'x']
          : wrongTexts(field).map(([value]) => String(value));
    expect(wrong).not.toEqual([]);
    for (const value of wrong) expect(await ask(name, value)).toEqual([value, 400, [name]]);
  });

  it('an unknown parameter', async () => {
    expect(await ask('stauts', 'solved')).toEqual(['solved', 400, ['stauts']]);
  });
});
