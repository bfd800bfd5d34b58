import {
  type BaseConfig,
  CONFIG,
  REDIS,
  type RedisConnection,
  requireSessionStore,
  SESSION_COOKIE,
  SESSION_PREFIX,
  sessionCookieOptions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { RedisStore } from 'connect-redis';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import passport from 'passport';
import type { User } from '../users/user.entity.ts';

/**
 * The only writer of sessions: express-session stores them in Redis, passport and its `SessionSerializer` set the user.
 */
@Injectable()
export class SessionWriter {
  private readonly middleware: RequestHandler[];

  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    @Inject(REDIS) private readonly redis: RedisConnection,
  ) {
    this.middleware = [
      session({
        name: SESSION_COOKIE,
        secret: config.SESSION_SECRET,
        cookie: sessionCookieOptions(config),
        store: new RedisStore({
          client: redis,
          prefix: SESSION_PREFIX,
          ttl: () => config.SESSION_IDLE_S,
        }),
        proxy: true,
        resave: false,
        saveUninitialized: false,
        unset: 'destroy',
      }),
      passport.initialize(),
    ];
  }

  /** Starts a session under a new id and sets its cookie. */
  async signIn(request: Request, response: Response, user: User): Promise<void> {
    await this.open(request, response);
    await finished((done) => request.logIn(user, done));
  }

  /** Destroys the request's session and its cookie. */
  async signOut(request: Request, response: Response): Promise<void> {
    await this.open(request, response);
    await finished((done) => request.session.destroy(done));
    const { httpOnly, sameSite, secure, path } = sessionCookieOptions(this.config);
    response.clearCookie(SESSION_COOKIE, { httpOnly, sameSite, secure, path });
  }

  private async open(request: Request, response: Response): Promise<void> {
    requireSessionStore(this.redis);
    for (const handler of this.middleware) await finished((done) => handler(request, response, done));
  }
}

/** Resolves when `work` calls back, and rejects with the error that it passes. */
const finished = (work: (done: (error?: unknown) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
    work((error) => (error ? reject(toError(error)) : resolve()));
  });
