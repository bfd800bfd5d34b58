import { hasBody, Problem } from '@mainstay/service-kit';
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';

/** Bytes of a file to import. */
export const CSV_LIMIT = 2 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a CSV file and nothing else, or is not looked at. JSON otherwise. */
    body?: 'csv' | 'ignored';
  }
}

/** The route accepts `text/csv`, and nothing else; other routes accept JSON only. */
export const AcceptsCsv = () => RouteConfig({ body: 'csv' });

/** The route returns the same, whatever the body and its type. */
export const IgnoresBody = () => RouteConfig({ body: 'ignored' });

/** Implements {@link AcceptsCsv} and {@link IgnoresBody}. Runs before the routes are registered. */
export function acceptCsv(app: INestApplication): void {
  const fastify = app.get(HttpAdapterHost).httpAdapter.getInstance<FastifyInstance>();
  fastify.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: CSV_LIMIT },
    (request, body: Buffer, done) => {
      if (request.routeOptions.config.body === 'csv') done(null, body.toString('latin1'));
      else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
    },
  );
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.body === 'ignored') {
      const { headers } = request.raw;
      delete headers['content-type'];
      delete headers['content-length'];
      delete headers['content-encoding'];
      delete headers['transfer-encoding'];
      // Otherwise it would block the next request on this connection.
      request.raw.resume();
    }
    done();
  });
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers } = request.raw;
    const isFile = request.routeOptions.config.body === 'csv' && hasBody(headers);
    const refusal = isFile ? refusalOf(headers['content-type'] ?? '') : undefined;
    done(refusal === undefined ? null : new Problem('content_type', refusal), payload);
  });
}

/** Why a file of this content type is not read. Its bytes show which of the two encodings it has. */
function refusalOf(type: string): string | undefined {
  if (!/^text\/csv\s*(?:;|$)/i.test(type)) return 'Send the file as text/csv.';
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type) ?? [];
  return ['utf-8', 'windows-1252'].includes(encodingOf(charset))
    ? undefined
    : 'Send the file in UTF-8 or Windows-1252.';
}

/** As browsers understand the name of an encoding: ISO-8859-1 is Windows-1252. Empty for an unknown one. */
function encodingOf(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return '';
  }
}
