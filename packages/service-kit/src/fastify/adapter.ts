import { FastifyAdapter } from '@nestjs/platform-fastify';
import { BODY_LIMIT } from '../body-limit.ts';

/** Fastify with JSON bodies only; anything else is a 415 by Fastify itself. */
export function createFastifyAdapter(): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    trustProxy: '127.0.0.1',
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
  });
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    fastify.getDefaultJsonParser('error', 'error'),
  );
  return adapter;
}
