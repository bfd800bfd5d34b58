import { Problem } from '@mainstay/service-kit';
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';

const FILE_TYPE = 'application/octet-stream';
const FORM_TYPE = 'multipart/form-data';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type whose body is left to the handler. */
    streamed?: string;
  }
}

/** The handler reads the request's body itself as a stream of any type; other handlers accept JSON. */
export const StreamedFile = () => RouteConfig({ streamed: FILE_TYPE });

/** The handler reads the request's multipart/form-data itself; other types are rejected. */
export const StreamedForm = () => RouteConfig({ streamed: FORM_TYPE });

/** Implements {@link StreamedFile} and {@link StreamedForm}. Runs before the routes are registered. */
export function leaveStreamedBodies(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    // A photo has the type image/png and a settings file application/json: neither must be parsed.
    const { streamed } = request.routeOptions.config;
    if (streamed === FILE_TYPE) request.headers['content-type'] = FILE_TYPE;
    const isForm = request.headers['content-type']?.startsWith(FORM_TYPE) === true;
    done(
      streamed === FORM_TYPE && !isForm
        ? new Problem('content_type', `Send the file as ${FORM_TYPE}.`)
        : undefined,
    );
  });
  // An error response leaves the rest of the body unread, which would block the next request on this connection.
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (request.routeOptions.config.streamed) request.raw.resume();
    done();
  });
  for (const type of [FILE_TYPE, FORM_TYPE]) {
    fastify.addContentTypeParser(type, (request, _payload, done) => {
      done(request.routeOptions.config.streamed === type ? null : invalidType());
    });
  }
}

const invalidType = () => new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
