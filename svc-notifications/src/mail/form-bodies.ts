import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether forms are accepted, whose contents are not read. */
    acceptsForms?: boolean;
  }
}

/** The route also accepts forms, and reads nothing of them; other routes accept JSON only. */
export const AcceptsForms = () => RouteConfig({ acceptsForms: true });

/** Implements {@link AcceptsForms}. Runs before the routes are registered. */
export function acceptForms(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (request, _body, done) => {
      const isAccepted = request.routeOptions.config.acceptsForms === true;
      done(isAccepted ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
    },
  );
}
