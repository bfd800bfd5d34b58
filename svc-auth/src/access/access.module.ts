import { ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { AuthConfig } from '../config.ts';
import { Token } from '../tokens/token.entity.ts';
import { User } from '../database/user.entity.ts';
import { EndAllAccess } from './end-all-access.ts';

/** Modules of the command `end-all-access`, without the service's routes. */
@Module({})
export class AccessModule {
  static forRoot(config: AuthConfig): DynamicModule {
    const entities = [User, Token];
    return {
      module: AccessModule,
      imports: [
        ServiceModule.forRoot({ name: 'svc-auth', schema: 'auth', config, entities }),
        TypeOrmModule.forFeature(entities),
      ],
      providers: [EndAllAccess],
    };
  }
}
