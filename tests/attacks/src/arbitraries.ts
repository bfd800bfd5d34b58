import fc, { type Arbitrary } from 'fast-check';
import type { OutgoingHttpHeaders } from 'node:http';
import type { ApiDocument, Route, Schema } from './documents.ts';

/** A request before it is sent. */
export interface GeneratedRequest {
  route: Route;
  path: string;
  body: unknown;
  headers: OutgoingHttpHeaders;
  /** Which of the principals sends it. */
  principal: number;
}

/** Longer texts only make it slow; the schemas' own limits are passed by the attacks on input. */
const MAX_TEXT = 300;
const MAX_ITEMS = 3;
/** The gateway returns 414 for a longer address, before anybody knows which call it is. */
const MAX_ADDRESS = 8000;

/** Text as people write it, and as they do not. */
const text = (constraints: { minLength?: number; maxLength?: number }) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ ...constraints, unit: 'grapheme-ascii' }) },
    { weight: 1, arbitrary: fc.string({ ...constraints, unit: 'binary' }) },
  );

/**
 * Values of a JSON schema, as far as the documents use it.
 * @param ids what a reference may name
 */
export function valueOf(schema: Schema, document: ApiDocument, ids: readonly string[]): Arbitrary<unknown> {
  const of = (other: Schema) => valueOf(other, document, ids);
  if (schema.$ref !== undefined)
    return of(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return stringOf(schema, ids);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -1e9),
        max: Math.min(schema.maximum ?? 1000, 1e9),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(of(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS),
      });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, of(field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    case undefined:
    default:
      return fc.jsonValue();
  }
}

function stringOf({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: Schema, ids: readonly string[]) {
  if (format === 'uuid') {
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  }
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return text({ minLength: Math.min(minLength, MAX_TEXT), maxLength: Math.min(maxLength, MAX_TEXT) });
}

/** What does not belong where it is put. */
const odd: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', "' OR 1=1 --", '%', '../..', '1e999', 'x'.repeat(5000)),
  fc.constantFrom(-1, 1.5, 2 ** 53, null, true, [], {}, [[]], { $ne: null }),
);

/** A body with one fault: a missing field, one too many, one of another type; or no JSON object at all. */
const broken = (valid: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(valid, fc.nat(), odd, fc.nat(2)).map(([body, index, value, how]) => {
        if (typeof body !== 'object' || body === null) return value;
        const names = Object.keys(body);
        const name = names[index % Math.max(1, names.length)] ?? 'extra';
        if (how === 0) return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
        return how === 1 ? { ...body, [name]: value } : { ...body, [`extra${index % 10}`]: value };
      }),
    },
    { weight: 1, arbitrary: odd },
    // Text goes as it is: hardly ever JSON.
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '', '[1,', '{"a":1}}', 'a=b', '\u0000', '"x"', '{"a":1,"a":2}'),
    },
  );

const someBody = ({ document, operation }: Route, ids: readonly string[]): Arbitrary<unknown> => {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: odd });
  const valid = valueOf(schema, document, ids);
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: broken(valid) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
};

/** A parameter as it is documented, mostly, or anything. */
function someParameter(schema: Schema, document: ApiDocument, ids: readonly string[]): Arbitrary<string> {
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return fc.oneof(
    { weight: 4, arbitrary: valueOf(schema, document, ids).map(asText) },
    { weight: 1, arbitrary: odd.map(asText) },
  );
}

/** `encodeURIComponent`, which halves of surrogate pairs do not break. */
const encoded = (value: string): string => encodeURIComponent(value.toWellFormed());

/** A part of a path, without what nginx refuses (NUL) or resolves (`..`) before it knows which call it is. */
const segment = (value: string): string => encoded(value.replaceAll('\0', '').replaceAll('..', '.'));

/** What a header can carry at all. */
const asHeader = (value: string): string => value.replace(/[^\x20-\x7e]/g, '?').slice(0, 400);

const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml', ''];

/** Requests to one call, right ones and wrong ones. */
export function requestTo(
  route: Route,
  ids: readonly string[],
  principals: number,
): Arbitrary<GeneratedRequest> {
  const { document, operation } = route;
  const parameters = operation.parameters ?? [];
  // References to things are not documented as such in a path, so they are named here.
  const some = parameters.map(({ in: place, required, schema }) => {
    const value =
      place === 'path'
        ? someParameter({ type: 'string', format: 'uuid' }, document, ids)
        : someParameter(schema, document, ids);
    return required === true || place === 'path' ? value : fc.option(value, { nil: undefined, freq: 2 });
  });
  return fc
    .record({
      values: fc.tuple(...some),
      body: someBody(route, ids),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...types) },
      ),
      extra: fc.option(text({ maxLength: 20 }), { nil: undefined, freq: 8 }),
      principal: fc.nat(principals - 1),
    })
    .map(({ values, body, type, extra, principal }) => {
      const given = new Map(parameters.map(({ name }, index) => [name, values[index]]));
      const of = (place: string) =>
        parameters.flatMap(({ name, in: where }) => {
          const value = given.get(name);
          return where === place && value !== undefined ? [[name, value] as const] : [];
        });
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(given.get(name) ?? ''));
      const query = of('query').map(([name, value]) => `${name}=${encoded(value)}`);
      if (extra !== undefined) query.push(`${encoded(extra)}=${encoded(extra)}`);
      return {
        route,
        body,
        principal,
        path: query.length === 0 ? path : `${path}?${query.join('&')}`,
        headers: {
          ...Object.fromEntries(of('header').map(([name, value]) => [name.toLowerCase(), asHeader(value)])),
          ...(type !== undefined && body !== undefined && { 'content-type': type }),
        },
      };
    })
    .filter(({ path }) => path.length <= MAX_ADDRESS);
}
