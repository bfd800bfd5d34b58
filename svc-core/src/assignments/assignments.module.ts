import { Module } from '@nestjs/common';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { AssignmentsController } from './assignments.controller.ts';
import { AssignmentsRepository } from './assignments.repository.ts';
import { AssignmentsService } from './assignments.service.ts';

@Module({
  imports: [VisibilityModule],
  controllers: [AssignmentsController],
  providers: [AssignmentsService, AssignmentsRepository],
  exports: [AssignmentsService],
})
export class AssignmentsModule {}
