import { Module } from '@nestjs/common';
import { AssignmentsController } from './assignments.controller.ts';
import { AssignmentsRepository } from './assignments.repository.ts';
import { AssignmentsService } from './assignments.service.ts';
import { VisibilityChecks } from './visibility-checks.ts';

@Module({
  controllers: [AssignmentsController],
  providers: [AssignmentsService, AssignmentsRepository, VisibilityChecks],
  exports: [AssignmentsService, VisibilityChecks],
})
export class AssignmentsModule {}
