import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT } from '../body-limit.ts';
import { encoded, hasBody, hasReadableQuery, isEncoded, notUtf8, unreadableQuery } from '../encoding.ts';
import { requestId } from '../observe-requests.ts';
import { notFound } from '../problem.ts';
import { publicNotFound } from '../public-not-found.ts';

/**
 * Fastify with JSON bodies only; Fastify itself rejects other types with 415.
 * @param secretRoutes beginnings of paths below which every 404 is the same
 */
export function createFastifyAdapter(secretRoutes: readonly string[] = []): FastifyAdapter {
  const adapter = new FastifyAdapter({
    genReqId: (request: IncomingMessage) => requestId(request),
    // Longer than the gateway keeps idle connections (4 s), so that the gateway never sends to a closed one.
    keepAliveTimeout: 6000,
    bodyLimit: BODY_LIMIT,
    // A path the router cannot parse (an id too long, or not UTF-8) cannot exist.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const isSecret = secretRoutes.some((beginning) => request.url.startsWith(beginning));
      const problem = isSecret ? publicNotFound() : notFound();
      void reply
        .code(404)
        .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
        .send(JSON.stringify(problem.toBody(request.id)));
    },
    // The gateway replaces X-Forwarded-For, and a service can be reached only through the gateway.
    trustProxy: ['loopback', 'uniquelocal'],
    // The upload ids of S3 servers are the longest path parameters.
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 1024 },
  });
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // An empty body is no body, whatever its content type.
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(notUtf8());
    else void parseJson(request, body.toString(), done);
  });
  // Fastify would reject an empty body of another type with 415.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    if (type !== undefined && !hasBody(headers) && !fastify.hasContentTypeParser(type)) {
      delete headers['content-type'];
    }
    done();
  });
  // After the limits of a service, which count in `onRequest`.
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    if (!hasReadableQuery(request.raw.url)) done(unreadableQuery(), payload);
    else done(isEncoded(request.headers) ? encoded() : null, payload);
  });
  return adapter;
}
