import { OpenApiDocumentModule, ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { join } from 'node:path';
import { FeedLag } from './change-feed/feed-lag.ts';
import type { AuthConfig } from './config.ts';
import { RegistryNames } from './remote-loads/registry-names.ts';
import { RemoteLoadsController } from './remote-loads/remote-loads.controller.ts';
import { RemoteLoadsService } from './remote-loads/remote-loads.service.ts';
import { SessionsModule } from './sessions/sessions.module.ts';
import { Token } from './tokens/token.entity.ts';
import { TokensModule } from './tokens/tokens.module.ts';
import { Identity } from './identities/identity.entity.ts';
import { User } from './database/user.entity.ts';
import { UsersModule } from './users/users.module.ts';

/** svc-auth: users, passwords, sessions, tokens, reports on the remotes that browsers load, the change feed's lag. */
@Module({})
export class AppModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'svc-auth',
          schema: 'auth',
          config,
          entities: [User, Token, Identity],
        }),
        OpenApiDocumentModule.forRoot({ name: 'auth', file: join(import.meta.dirname, '../openapi.json') }),
        UsersModule,
        SessionsModule,
        TokensModule,
      ],
      controllers: [RemoteLoadsController],
      providers: [FeedLag, RegistryNames, RemoteLoadsService],
    };
  }
}
