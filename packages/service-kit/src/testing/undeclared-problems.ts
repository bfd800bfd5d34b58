import type { INestApplication } from '@nestjs/common';
import { readFileSync } from 'node:fs';
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

/**
 * Watches a service of the current folder for problems that its OpenAPI document does not declare for the call.
 * @returns a check to call when its tests are over; it throws an Error with a sentence for each
 */
export function undeclaredProblems(app: INestApplication): () => void {
  const { paths, components } = documentSchema.parse(JSON.parse(readFileSync('openapi.json', 'utf8')));
  const others = components.responses.OtherProblem[CODES_EXTENSION];
  // A fixed segment before a parameter: /api/tickets/due is no /api/tickets/{id}.
  const patterns = Object.entries(paths)
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([path, calls]) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), path, calls] as const);
  const found = new Set<string>();
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter);
  adapter.reply = (sent: unknown, body: unknown, status?: number): unknown => {
    const problem = typeof body === 'string' && status !== undefined && status >= 400 ? body : undefined;
    if (problem !== undefined) {
      const { method, url } = answering.parse(sent);
      const [, path = '', calls] =
        patterns.find(([pattern]) => pattern.test(url.split('?', 1)[0] ?? '')) ?? [];
      const responses = calls?.[method.toLowerCase()]?.responses;
      const { code } = problemSchema.parse(JSON.parse(problem));
      const codes = [...(responses?.[String(status)]?.[CODES_EXTENSION] ?? []), ...others];
      if (responses && !codes.includes(code)) found.add(`${method} ${path} may return ${status} ${code}`);
    }
    return reply(sent, body, status);
  };
  return () => {
    if (found.size > 0) throw new Error(`openapi.json does not say: ${[...found].join('; ')}`);
  };
}
