import {
  type BaseConfig,
  CONFIG,
  SESSION_COOKIE,
  sessionCookieOptions,
  Sessions,
} from '@mainstay/service-kit';
import { Inject, type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import type { RequestHandler } from 'express';
import session from 'express-session';
import passport from 'passport';
import { IdentitiesModule } from '../identities/identities.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { KnownDevices } from './known-devices.ts';
import { LocalStrategy } from './local.strategy.ts';
import { RegistrationLimits } from './registration-limits.ts';
import { SessionSerializer } from './session.serializer.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { SignInLimits } from './sign-in-limits.ts';

/** With the type of its middleware. */
const authenticator: passport.Authenticator<RequestHandler, RequestHandler> = passport;

@Module({
  imports: [PassportModule, UsersModule, IdentitiesModule],
  controllers: [SessionsController],
  providers: [
    SessionsService,
    LocalStrategy,
    SessionSerializer,
    SignInLimits,
    RegistrationLimits,
    KnownDevices,
  ],
})
export class SessionsModule implements NestModule {
  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly sessions: Sessions,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(
        session({
          name: SESSION_COOKIE,
          secret: this.config.SESSION_SECRET,
          cookie: sessionCookieOptions(this.config),
          store: this.sessions.store,
          proxy: true,
          resave: false,
          // The idle limit is Redis'. A cookie that is sent again would outlive the session, and a late response would
          // restore it after a sign-out.
          rolling: false,
          saveUninitialized: false,
        }),
        authenticator.session(),
      )
      // Public and without a session: also while Redis is unavailable.
      .exclude(
        { path: 'api/login', method: RequestMethod.GET },
        { path: 'api/setup', method: RequestMethod.GET },
        { path: 'api/oidc', method: RequestMethod.GET },
        { path: 'api/oidc/backchannel-logout', method: RequestMethod.POST },
        'api/docs/{*path}',
      )
      .forRoutes('api/{*path}');
  }
}
