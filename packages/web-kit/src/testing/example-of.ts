/**
 * The example that an OpenAPI document gives for a schema, from which fixtures are made: a new field changes none of
 * them.
 */
export function exampleOf(document: { components: { schemas: object } }, name: string): object {
  const schemas = new Map<string, { example?: unknown }>(Object.entries(document.components.schemas));
  const example = schemas.get(name)?.example;
  if (typeof example !== 'object' || example === null)
    throw new Error(`The document has no example of ${name}`);
  return example;
}
