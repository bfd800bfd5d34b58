import { z } from 'zod';
import { namesIn } from '../openapi.ts';

const operation = z.looseObject({ requestBody: z.unknown().optional(), responses: z.unknown() });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/**
 * Where an OpenAPI document closes what its clients receive, who would fail when a field is added, or leaves open what
 * they send, one sentence each.
 */
export function opennessFaults(document: object): string[] {
  const { paths, components } = documentSchema.parse(document);
  const schemas = new Map(Object.entries(components.schemas));
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const sent = namesIn(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  return [
    ...operations.flatMap(({ operationId, responses }) =>
      closedIn(responses)
        .filter(Boolean)
        .map(() => `a response of ${String(operationId)} is closed`),
    ),
    ...[...schemas].flatMap(([name, schema]) =>
      closedIn(schema)
        .filter((isClosed) => isClosed !== sent.has(name))
        .map((isClosed) => `${name} is ${isClosed ? 'received and closed' : 'sent and open'}`),
    ),
  ];
}

/** For each object schema in a part of a document, whether it is closed. */
function closedIn(part: unknown): boolean[] {
  if (typeof part !== 'object' || part === null) return [];
  const own =
    'properties' in part ? ['additionalProperties' in part && part.additionalProperties === false] : [];
  return [...own, ...Object.values(part).flatMap(closedIn)];
}
