import { Module } from '@nestjs/common';
import { AssignmentsController } from './assignments.controller.ts';
import { AssignmentsRepository } from './assignments.repository.ts';
import { AssignmentsService } from './assignments.service.ts';
import { Sight } from './sight.ts';

@Module({
  controllers: [AssignmentsController],
  providers: [AssignmentsService, AssignmentsRepository, Sight],
  exports: [Sight],
})
export class AssignmentsModule {}
