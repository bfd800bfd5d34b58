import { type BaseConfig, SESSION_COOKIE, sessionCookieOptions } from '@mainstay/service-kit';
import type { Request, Response } from 'express';
import { promisify } from 'node:util';

/** Deletes the session of a request, and its cookie. */
export async function endSession(request: Request, response: Response, config: BaseConfig): Promise<void> {
  await promisify((done: (error: unknown) => void) => request.session.destroy(done))();
  response.clearCookie(SESSION_COOKIE, sessionCookieOptions(config));
}
