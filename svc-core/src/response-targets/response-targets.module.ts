import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { ResponseTargetsController } from './response-targets.controller.ts';
import { ResponseTargetsService } from './response-targets.service.ts';

@Module({
  imports: [DeadlinesModule],
  controllers: [ResponseTargetsController],
  providers: [ResponseTargetsService],
})
export class ResponseTargetsModule {}
