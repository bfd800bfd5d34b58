import type { Params } from 'nestjs-pino';
import { pino } from 'pino';
import type { BaseConfig } from './config.ts';
import { requestContext } from './request-context.ts';

/** Standard output, written to some lines at once but at least every half second, and in full when the process exits. */
function standardOutput() {
  const destination = pino.destination({ sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), 500).unref();
  return destination;
}

/**
 * JSON logs on standard output; what is logged during a request carries its id. The line of each request is
 * `observe-requests.ts`'s.
 */
export const loggerParams = (name: string, config: BaseConfig): Params => ({
  forRoutes: [],
  pinoHttp: [
    {
      name,
      level: config.LOG_LEVEL,
      mixin: () => {
        const { requestId } = requestContext();
        return requestId === null ? {} : { requestId };
      },
    },
    standardOutput(),
  ],
});
