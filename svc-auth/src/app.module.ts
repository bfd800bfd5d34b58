import { ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import type { AuthConfig } from './config.ts';
import { SessionsModule } from './sessions/sessions.module.ts';
import { User } from './users/user.entity.ts';
import { UsersModule } from './users/users.module.ts';

/** svc-auth: users, passwords and sessions. */
@Module({})
export class AppModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ name: 'svc-auth', schema: 'auth', config, entities: [User] }),
        UsersModule,
        SessionsModule,
      ],
    };
  }
}
