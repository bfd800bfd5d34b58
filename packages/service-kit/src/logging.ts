import type { Params } from 'nestjs-pino';
import { pino } from 'pino';
import type { BaseConfig } from './config.ts';
import { loggedError } from './logged-error.ts';
import { requestContext } from './request-context.ts';

/** Standard output, buffered for at most half a second and flushed when the process exits. */
function standardOutput() {
  const destination = pino.destination({ sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), 500).unref();
  return destination;
}

/** Errors are logged without the values that a statement had: names, contacts, addresses, hashes. */
export const withoutValues = { wrapSerializers: false, serializers: { err: loggedError } };

/**
 * JSON logs on standard output; lines logged during a request contain its id. The line of each request is written by
 * `observe-requests.ts`.
 */
export const loggerParams = (name: string, config: BaseConfig): Params => ({
  forRoutes: [],
  pinoHttp: [
    {
      name,
      level: config.LOG_LEVEL,
      ...withoutValues,
      mixin: () => {
        const { requestId } = requestContext();
        return requestId === null ? {} : { requestId };
      },
    },
    standardOutput(),
  ],
});
