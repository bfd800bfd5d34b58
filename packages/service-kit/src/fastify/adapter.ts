import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BODY_LIMIT } from '../body-limit.ts';
import { requestId } from '../observe-requests.ts';
import { notFound } from '../problem.ts';

/** Fastify with JSON bodies only; anything else is a 415 by Fastify itself. */
export function createFastifyAdapter(): FastifyAdapter {
  const adapter = new FastifyAdapter({
    genReqId: (request: IncomingMessage) => requestId(request),
    // Longer than the gateway keeps idle connections, which is 4 s, so that it is never surprised by a closed one.
    keepAliveTimeout: 6000,
    bodyLimit: BODY_LIMIT,
    // A path that the router does not read (an id too long, or no UTF-8) names nothing there is.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply
        .code(404)
        .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
        .send(JSON.stringify(notFound().toBody(request.id)));
    },
    // The gateway replaces X-Forwarded-For; nothing else can reach a service.
    trustProxy: ['loopback', 'uniquelocal'],
    // The ids that S3 servers give to multipart uploads are the longest in any path.
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 1024 },
  });
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Zero bytes are no body, whatever their content type says.
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
  // Another type of no bytes would be a 415.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    if (type !== undefined && hasNoBytes(headers) && !fastify.hasContentTypeParser(type)) {
      delete headers['content-type'];
    }
    done();
  });
  return adapter;
}

const hasNoBytes = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
