/**
 * The example that an OpenAPI document gives for a schema, from which fixtures are made: a new field changes none of them.
 * @typeParam Schema the type derived from the same document
 */
export function exampleOf<Schema extends object>(
  document: { components: { schemas: object } },
  name: string,
): Schema {
  const schemas = new Map<string, { example?: unknown }>(Object.entries(document.components.schemas));
  const example = schemas.get(name)?.example;
  if (typeof example !== 'object') throw new Error(`The document has no example of ${name}`);
  return example as Schema;
}
