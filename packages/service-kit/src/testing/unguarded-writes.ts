import { z } from 'zod';

const operation = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.object({ post: operation.optional(), patch: operation.optional() })),
});

/** A token is shown once and not stored, so its response cannot be repeated. */
const WITHOUT_KEY = ['POST /api/tokens'];

/**
 * Headers and statuses that the writes of an OpenAPI document do not list, one sentence each: a POST that creates takes
 * an `Idempotency-Key` and returns 422 for a reused one, a PATCH takes `If-Match` and returns 412 for a stale one.
 */
export function unguardedWrites(document: object): string[] {
  return Object.entries(documentSchema.parse(document).paths).flatMap(([path, { post, patch }]) => [
    ...(post?.responses['201'] === undefined || WITHOUT_KEY.includes(`POST ${path}`)
      ? []
      : lacks(`POST ${path}`, post, 'Idempotency-Key', '422')),
    ...(patch === undefined ? [] : lacks(`PATCH ${path}`, patch, 'If-Match', '412')),
  ]);
}

function lacks(
  call: string,
  { parameters, responses }: z.infer<typeof operation>,
  header: string,
  status: string,
): string[] {
  const isListed = parameters.some((parameter) => parameter.in === 'header' && parameter.name === header);
  return [
    ...(isListed ? [] : [`${call} does not list ${header}`]),
    ...(status in responses ? [] : [`${call} does not list the status ${status}`]),
  ];
}
