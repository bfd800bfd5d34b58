import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { IntakeCode } from './intake-code.entity.ts';
import { IntakeCodesController } from './intake-codes.controller.ts';
import { IntakeCodesRepository } from './intake-codes.repository.ts';
import { IntakeCodesService } from './intake-codes.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([IntakeCode]), AssignmentsModule],
  controllers: [IntakeCodesController],
  providers: [IntakeCodesService, IntakeCodesRepository],
  exports: [IntakeCodesRepository],
})
export class IntakeCodesModule {}
