import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.ts';
import { KnownDevices } from './known-devices.ts';
import { SessionWriter } from './session-writer.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { SignInLimits } from './sign-in-limits.ts';

@Module({
  imports: [UsersModule],
  controllers: [SessionsController],
  providers: [SessionsService, SessionWriter, SignInLimits, KnownDevices],
})
export class SessionsModule {}
