import { RequestMethod } from '@nestjs/common';
import type { Params } from 'nestjs-pino';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
// Gives a request its `id`.
import type {} from 'pino-http';
import type { BaseConfig } from './config.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The gateway's request id, or a new one for a call that did not come through it. Answers the same id when asked again. */
export function requestId(request: IncomingMessage): string {
  if (typeof request.id === 'string') return request.id;
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * JSON logs with one line a request. Headers and query strings never reach them: cookies, tokens and signed URLs live
 * there.
 */
export const loggerParams = (name: string, config: BaseConfig): Params => ({
  // Said outright: what nestjs-pino takes by default reaches no route on Fastify.
  forRoutes: [{ path: '*path', method: RequestMethod.ALL }],
  pinoHttp: {
    name,
    level: config.LOG_LEVEL,
    genReqId: (request) => requestId(request),
    quietReqLogger: true,
    autoLogging: {
      ignore: ({ url }) => url?.startsWith('/health/') === true || url === '/metrics',
    },
    serializers: {
      req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?', 1)[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
  },
});
