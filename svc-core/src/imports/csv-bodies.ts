import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';

/** Bytes of a file to import. */
const CSV_LIMIT = 2 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a CSV file, and nothing else. */
    acceptsCsv?: boolean;
  }
}

/** The route accepts `text/csv`, and nothing else; other routes accept JSON only. */
export const AcceptsCsv = () => RouteConfig({ acceptsCsv: true });

/** Implements {@link AcceptsCsv}. Runs before the routes are registered. */
export function acceptCsv(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: CSV_LIMIT },
    (request, body: Buffer, done) => {
      if (request.routeOptions.config.acceptsCsv === true) done(null, body.toString('latin1'));
      else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
    },
  );
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    // A request without a body says no type; who may not send one gets that answer first.
    const type = request.headers['content-type'];
    const isOther =
      request.routeOptions.config.acceptsCsv === true && type !== undefined && !/^text\/csv\b/i.test(type);
    done(isOther ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE() : null, payload);
  });
}
