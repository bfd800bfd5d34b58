import type { INestApplication } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Metrics } from './metrics.ts';
// Declares the `id` of a request.
import type {} from 'pino-http';
import { beginRequestContext } from './request-context.ts';
import { secretBeginning } from './secret-beginning.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * The gateway's request id, or a new one for a request that did not come through it. Further calls for a request return
 * the same id.
 */
export function requestId(request: IncomingMessage): string {
  if (typeof request.id === 'string') return request.id;
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Whether a page says that it sends this request by itself, such as after an event (packages/web-kit/src/sent-by.ts). */
const isByPage = ({ headers }: IncomingMessage): boolean => headers['sent-by'] === 'page';

/** Polled continuously by supervisors and Prometheus, so not logged. */
const isRoutine = (path: string): boolean => path.startsWith('/health/') || path === '/metrics';

/**
 * The path of a request for the log, without what follows one of the secret beginnings. Without the query, which may
 * contain a signature.
 */
function loggedPath(url: string, secretPaths: readonly string[]): string {
  const secret = secretBeginning(url, secretPaths);
  const [path = ''] = url.split('?', 1);
  return secret === undefined ? path : `${secret}...`;
}

/**
 * Gives each request its id and context before any other middleware, and afterwards writes its log line and metrics.
 * Headers and query strings are never logged: they contain cookies, tokens and signed URLs.
 */
export async function observeRequests(
  app: INestApplication<Server>,
  secretPaths: readonly string[] = [],
): Promise<void> {
  const metrics = app.get(Metrics);
  const { logger } = await app.resolve(PinoLogger);
  app.getHttpServer().prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const begun = performance.now();
    request.id = requestId(request);
    const context = beginRequestContext(request.id, !isByPage(request));
    const { method = '', url = '' } = request;
    let isObserved = false;
    const observe = (isAborted: boolean): void => {
      if (isObserved) return;
      isObserved = true;
      const milliseconds = performance.now() - begun;
      const { handler, userId } = context;
      metrics.observeRequest(method, handler, milliseconds / 1000);
      const path = loggedPath(url, secretPaths);
      if (isRoutine(path)) return;
      logger[response.statusCode >= 500 ? 'error' : 'info'](
        {
          requestId: context.requestId,
          method,
          path,
          status: response.statusCode,
          // The client disconnected before the response was sent.
          ...(isAborted && { aborted: true }),
          ...(userId !== null && { userId }),
          milliseconds: Math.round(milliseconds * 10) / 10,
        },
        'request',
      );
    };
    context.observe = () => observe(false);
    context.markReplayed = () => void response.setHeader('Idempotent-Replayed', 'true');
    response.once('close', () => observe(!response.writableFinished));
  });
}
