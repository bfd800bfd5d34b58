import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { BODY_LIMIT } from '../body-limit.ts';
import { encoded, hasBody, hasReadableQuery, isEncoded, notUtf8, unreadableQuery } from '../encoding.ts';
import { Problem } from '../problem.ts';

/** Express with JSON bodies only, but for some paths, and exact paths: case and trailing slashes matter. */
export function createExpressAdapter(formPaths: readonly string[] = []): ExpressAdapter {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  // The gateway replaces X-Forwarded-For, and a service can be reached only through the gateway.
  app.set('trust proxy', 'loopback, uniquelocal');
  app.use(refuseUnreadable(formPaths), express.urlencoded({ limit: BODY_LIMIT }), parseJson);
  return new ExpressAdapter(app);
}

const json = express.json({
  limit: BODY_LIMIT,
  strict: false,
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw notUtf8();
  },
});

function parseJson(request: Request, response: Response, next: NextFunction): void {
  // Express marks the error as one of its own, whose text is not sent.
  json(request, response, (error?: unknown) => next(error instanceof Problem ? notUtf8() : error));
}

function refuseUnreadable(formPaths: readonly string[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!hasReadableQuery(request.url)) {
      next(unreadableQuery());
      return;
    }
    const type = formPaths.includes(request.path) ? 'application/x-www-form-urlencoded' : 'application/json';
    if (isEncoded(request.headers)) next(encoded());
    else if (hasBody(request.headers) && !request.is(type)) {
      next(new Problem('content_type', `Send the body as ${type}.`));
    } else next();
  };
}
