import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';

const FILE_TYPE = 'application/octet-stream';
const FORM_TYPE = 'multipart/form-data';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The type under which the body is left to the handler. */
    streamed?: string;
  }
}

/** The handler reads the request's body itself, byte by byte and of whatever type; everywhere else it is JSON. */
export const StreamedFile = () => RouteConfig({ streamed: FILE_TYPE });

/** The handler reads the request's multipart/form-data itself, and gets nothing else. */
export const StreamedForm = () => RouteConfig({ streamed: FORM_TYPE });

/** Makes {@link StreamedFile} and {@link StreamedForm} work. Runs before the routes are registered. */
export function leaveStreamedBodies(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    // A photo says image/png and a settings file application/json: neither is for a parser.
    const { streamed } = request.routeOptions.config;
    if (streamed === FILE_TYPE) request.headers['content-type'] = FILE_TYPE;
    const isForm = request.headers['content-type']?.startsWith(FORM_TYPE) === true;
    done(streamed === FORM_TYPE && !isForm ? invalidType() : undefined);
  });
  // A refusal leaves the rest of the body unread, and the next request on this connection would wait behind it for ever.
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
