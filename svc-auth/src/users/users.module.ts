import { Metrics } from '@mainstay/service-kit';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StreamStart } from '../change-feed/stream-start.ts';
import { SessionHeaders } from './session-headers.ts';
import { TokensModule } from '../tokens/tokens.module.ts';
import { waitingHashes } from './passwords.ts';
import { User } from '../database/user.entity.ts';
import { UsersController } from './users.controller.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([User]), TokensModule],
  controllers: [UsersController],
  providers: [StreamStart, SessionHeaders, UsersService, UsersRepository],
  exports: [SessionHeaders, UsersService, UsersRepository],
})
export class UsersModule {
  constructor(metrics: Metrics) {
    metrics.addGauge({
      name: 'password_hashes_waiting',
      help: 'Passwords waiting to be hashed or verified.',
      read: waitingHashes,
    });
  }
}
