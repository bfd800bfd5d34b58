import type { INestApplication } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { z } from 'zod';
import { CODES_EXTENSION } from '../problem-response.ts';

const response = z.object({ [CODES_EXTENSION]: z.array(z.string()).default([]) });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), response) }))),
  components: z.object({ responses: z.object({ OtherProblem: response }) }),
});
const problemSchema = z.object({ code: z.string() });
const asked = z.object({ method: z.string(), url: z.string() });
/** A response of Fastify, or of Express. */
const answering = z.union([
  z.object({ request: asked }).transform(({ request }) => request),
  z.object({ req: asked }).transform(({ req }) => req),
]);

/** The statuses that calls of this process returned, as "GET /api/tickets/{id} 404". */
const returned = new Set<string>();
/** The same for all calls, from one place each, whose own specs produce them. */
const OF_ALL_CALLS = new Set(['429', '503', 'default']);
/** The gateway's, for an address that it does not pass on. */
const OF_GATEWAY = new Set(['GET /api/unsubscribe/{token} 404']);

/** The document of the service of the current folder, and the call of a request in it. */
function documented() {
  const { paths, components } = documentSchema.parse(JSON.parse(readFileSync('openapi.json', 'utf8')));
  // A fixed segment before a parameter: /api/tickets/due is no /api/tickets/{id}.
  const patterns = Object.entries(paths)
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([path, calls]) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), path, calls] as const);
  const callOf = ({ method, url }: z.infer<typeof asked>) => {
    const [, path = '', calls] = patterns.find(([pattern]) => pattern.test(url.split('?', 1)[0] ?? '')) ?? [];
    return { path, responses: calls?.[method.toLowerCase()]?.responses };
  };
  return { paths, others: components.responses.OtherProblem[CODES_EXTENSION], callOf };
}

/** The documented statuses that no call to a watched service of this process returned. */
export function unreturnedStatuses(): string[] {
  return Object.entries(documented().paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => !OF_ALL_CALLS.has(status))
        .map((status) => `${method.toUpperCase()} ${path} ${status}`)
        .filter((one) => !returned.has(one) && !OF_GATEWAY.has(one)),
    ),
  );
}

/**
 * Watches a service of the current folder for problems that its OpenAPI document does not declare for the call, and notes
 * what it returns.
 * @returns a check to call when its tests are over; it throws an Error with a sentence for each
 */
export function undeclaredProblems(app: INestApplication<Server>): () => void {
  const { others, callOf } = documented();
  const found = new Set<string>();
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter);
  adapter.reply = (sent: unknown, body: unknown, status?: number): unknown => {
    const problem = typeof body === 'string' && status !== undefined && status >= 400 ? body : undefined;
    if (problem !== undefined) {
      const request = answering.parse(sent);
      const { path, responses } = callOf(request);
      const { code } = problemSchema.parse(JSON.parse(problem));
      const codes = [...(responses?.[String(status)]?.[CODES_EXTENSION] ?? []), ...others];
      if (responses && !codes.includes(code))
        found.add(`${request.method} ${path} may return ${status} ${code}`);
    }
    return reply(sent, body, status);
  };
  // Before routers that shorten the address of what they handle.
  app.getHttpServer().prependListener('request', ({ method = '', url = '' }, response) =>
    response.once('close', () => {
      const call = callOf({ method, url });
      if (call.responses) returned.add(`${method} ${call.path} ${response.statusCode}`);
    }),
  );
  return () => {
    if (found.size > 0) throw new Error(`openapi.json does not say: ${[...found].join('; ')}`);
  };
}
