import { Module } from '@nestjs/common';
import { DeadlineRequestsModule } from '../deadline-requests/deadline-requests.module.ts';
import { ResponseTargetsController } from './response-targets.controller.ts';
import { ResponseTargetsService } from './response-targets.service.ts';

@Module({
  imports: [DeadlineRequestsModule],
  controllers: [ResponseTargetsController],
  providers: [ResponseTargetsService],
})
export class ResponseTargetsModule {}
