import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { BODY_LIMIT } from '../body-limit.ts';
import { Problem } from '../problem.ts';

/** Express with JSON bodies only and exact paths: case and trailing slashes matter. */
export function createExpressAdapter(): ExpressAdapter {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  // The gateway replaces X-Forwarded-For, and a service can be reached only through the gateway.
  app.set('trust proxy', 'loopback, uniquelocal');
  app.use(refuseOtherMediaTypes, express.json({ limit: BODY_LIMIT, strict: false }));
  return new ExpressAdapter(app);
}

function refuseOtherMediaTypes(request: Request, _response: Response, next: NextFunction): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  next(
    hasBody && !request.is('application/json')
      ? new Problem(415, 'Send the body as application/json.')
      : undefined,
  );
}
