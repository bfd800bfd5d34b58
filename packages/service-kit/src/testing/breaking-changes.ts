import { z } from 'zod';

const json = z.json();
type Json = z.infer<typeof json>;
type JsonObject = Record<string, Json>;

type Direction = 'request' | 'response';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * Changes in `current` that break a client written against `released`, one sentence each: something removed, something
 * newly required from the client, something the client may no longer send, something new the client may receive. Both
 * are OpenAPI 3.1 documents with only internal `$ref`s.
 */
export function breakingChanges(released: object, current: object): string[] {
  const before = asObject(json.parse(released));
  const after = asObject(json.parse(current));
  const found: string[] = [];
  for (const [path, item] of entries(before['paths'])) {
    for (const [method, operation] of entries(item).filter(([name]) => METHODS.includes(name))) {
      const name = `${method.toUpperCase()} ${path}`;
      const now = asObject(asObject(asObject(after['paths'])[path])[method]);
      if (Object.keys(now).length === 0) found.push(`${name} is gone`);
      else found.push(...new Comparison(before, after, name).operation(asObject(operation), now));
    }
  }
  return found;
}

class Comparison {
  private readonly found: string[] = [];
  /** Pairs of components already compared, because schemas may be recursive. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly before: JsonObject,
    private readonly after: JsonObject,
    private readonly name: string,
  ) {}

  operation(before: JsonObject, after: JsonObject): string[] {
    this.parameters(asArray(before['parameters']), asArray(after['parameters']));
    const sent = asObject(before['requestBody']);
    const taken = asObject(after['requestBody']);
    if (taken['required'] === true && sent['required'] !== true) this.breaks('a body is now required');
    this.contents(sent['content'], taken['content'], 'request');
    // A list names its file in the parameter `format`, and not among the contents of 200.
    const file = asArray(after['parameters']).map(asObject).some(isCsvFormat) ? 'text/csv' : undefined;
    for (const [status, response] of entries(before['responses']).filter(([code]) => /^[23]/.test(code))) {
      const now = asObject(after['responses'])[status];
      if (now === undefined) this.breaks(`it no longer returns ${status}`);
      else this.contents(asObject(response)['content'], asObject(now)['content'], 'response', file);
    }
    return this.found;
  }

  private parameters(before: Json[], after: Json[]): void {
    const keyOf = (parameter: Json): string => {
      const { in: place, name } = asObject(parameter);
      return `${z.string().parse(place)} parameter ${z.string().parse(name)}`;
    };
    const known = new Map(before.map((parameter) => [keyOf(parameter), asObject(parameter)]));
    const present = new Set(after.map(keyOf));
    for (const key of known.keys()) if (!present.has(key)) this.breaks(`${key} is gone`);
    for (const parameter of after) {
      const key = keyOf(parameter);
      const old = known.get(key);
      if (asObject(parameter)['required'] === true && old?.['required'] !== true) {
        this.breaks(`${key} is now required`);
      }
      if (old) this.schema(old['schema'], asObject(parameter)['schema'], 'request', key);
    }
  }

  private contents(
    before: Json | undefined,
    after: Json | undefined,
    direction: Direction,
    file?: string,
  ): void {
    for (const [type, content] of entries(before)) {
      if (type === file) continue;
      const now = asObject(after)[type];
      if (now === undefined) this.breaks(`the ${direction} is no longer ${type}`);
      else this.schema(asObject(content)['schema'], asObject(now)['schema'], direction, `the ${direction}`);
    }
  }

  private schema(
    beforeGiven: Json | undefined,
    afterGiven: Json | undefined,
    direction: Direction,
    where: string,
  ): void {
    const pair = `${direction} ${JSON.stringify([beforeGiven, afterGiven])}`;
    if (this.seen.has(pair)) return;
    this.seen.add(pair);
    const before = resolve(this.before, beforeGiven);
    const after = resolve(this.after, afterGiven);
    // What a client sends must stay allowed; what it receives must stay within what it knows.
    const [wide, narrow] = direction === 'request' ? [after, before] : [before, after];

    const mayBe = direction === 'request' ? 'may no longer be' : 'may now be';
    const alternatives = typesOf(wide, direction === 'request' ? this.after : this.before);
    for (const type of typesOf(narrow, direction === 'request' ? this.before : this.after)) {
      const covered = alternatives.has(type) || (type === 'integer' && alternatives.has('number'));
      if (alternatives.size > 0 && !covered) this.breaks(`${where} ${mayBe} ${type}`);
    }
    const allowed = asArray(wide['enum']);
    for (const value of allowed.length > 0 ? asArray(narrow['enum']) : []) {
      if (!allowed.includes(value)) this.breaks(`${where} ${mayBe} ${JSON.stringify(value)}`);
    }
    if (direction === 'request') {
      for (const limit of ['maxLength', 'maximum', 'maxItems']) {
        if (Number(after[limit] ?? Infinity) < Number(before[limit] ?? Infinity)) {
          this.breaks(`${where} has a smaller ${limit}`);
        }
      }
      for (const limit of ['minLength', 'minimum', 'minItems']) {
        if (Number(after[limit] ?? -Infinity) > Number(before[limit] ?? -Infinity)) {
          this.breaks(`${where} has a larger ${limit}`);
        }
      }
    }
    this.properties(before, after, direction, where);
    if (before['items'] !== undefined) {
      this.schema(before['items'], after['items'], direction, `an item of ${where}`);
    }
  }

  private properties(before: JsonObject, after: JsonObject, direction: Direction, where: string): void {
    const required = asArray(direction === 'request' ? after['required'] : before['required']);
    const promised = asArray(direction === 'request' ? before['required'] : after['required']);
    for (const field of required.map(String)) {
      if (promised.includes(field)) continue;
      if (direction === 'request') this.breaks(`${where} now requires ${field}`);
      // Otherwise it was removed, which is found below.
      else if (asObject(after['properties'])[field] !== undefined)
        this.breaks(`${where} may now lack ${field}`);
    }
    for (const [field, schema] of entries(before['properties'])) {
      const now = asObject(after['properties'])[field];
      if (now === undefined) this.breaks(`${field} of ${where} is gone`);
      else this.schema(schema, now, direction, `${field} of ${where}`);
    }
  }

  private breaks(what: string): void {
    this.found.push(`${this.name}: ${what}`);
  }
}

/** The JSON types a schema allows, through `anyOf` and `oneOf`; empty when none is given. */
function typesOf(schema: JsonObject, document: JsonObject): Set<string> {
  const own = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? []].flat();
  const nested = [...asArray(schema['anyOf']), ...asArray(schema['oneOf'])].flatMap((part) => [
    ...typesOf(resolve(document, part), document),
  ]);
  return new Set([...own.map(String), ...nested]);
}

function resolve(document: JsonObject, schema: Json | undefined): JsonObject {
  const { $ref: ref } = asObject(schema);
  if (typeof ref !== 'string') return asObject(schema);
  return ref
    .slice('#/'.length)
    .split('/')
    .reduce((node, key) => asObject(node[key]), document);
}

const isCsvFormat = ({ name, schema }: JsonObject): boolean =>
  name === 'format' && asArray(asObject(schema)['enum']).includes('csv');

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
const asArray = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const entries = (value: Json | undefined): [string, Json][] => Object.entries(asObject(value));
