import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    streamed?: boolean;
  }
}

/** The handler reads the request's body itself, byte by byte and of whatever type; everywhere else it is JSON. */
export const Streamed = () => RouteConfig({ streamed: true });

const STREAM_TYPE = 'application/octet-stream';

/** Makes {@link Streamed} work. Runs before the routes are registered. */
export function leaveStreamedBodies(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    // A photo says image/png and a settings file application/json: neither is for a parser.
    if (request.routeOptions.config.streamed) request.headers['content-type'] = STREAM_TYPE;
    done();
  });
  fastify.addContentTypeParser(STREAM_TYPE, (request, _payload, done) => {
    done(request.routeOptions.config.streamed ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}
