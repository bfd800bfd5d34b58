import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { IntakeCodesController } from './intake-codes.controller.ts';
import { IntakeCodesRepository } from './intake-codes.repository.ts';
import { IntakeCodesService } from './intake-codes.service.ts';

@Module({
  imports: [AssignmentsModule],
  controllers: [IntakeCodesController],
  providers: [IntakeCodesService, IntakeCodesRepository],
  exports: [IntakeCodesRepository],
})
export class IntakeCodesModule {}
