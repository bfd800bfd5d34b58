import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { UsersModule } from '../users/users.module.ts';
import { KnownDevices } from './known-devices.ts';
import { LocalStrategy } from './local.strategy.ts';
import { RegistrationLimits } from './registration-limits.ts';
import { SessionSerializer } from './session.serializer.ts';
import { SessionWriter } from './session-writer.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { SignInLimits } from './sign-in-limits.ts';

@Module({
  imports: [PassportModule, UsersModule],
  controllers: [SessionsController],
  providers: [
    SessionsService,
    LocalStrategy,
    SessionSerializer,
    SessionWriter,
    SignInLimits,
    RegistrationLimits,
    KnownDevices,
  ],
})
export class SessionsModule {}
