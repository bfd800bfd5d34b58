import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { User } from '../database/published/user.entity.ts';
import { AssignmentsController } from './assignments.controller.ts';
import { AssignmentsRepository } from './assignments.repository.ts';
import { AssignmentsService } from './assignments.service.ts';
import { ManagerAssignment } from './manager-assignment.entity.ts';
import { VisibilityChecks } from './visibility-checks.ts';

@Module({
  imports: [TypeOrmModule.forFeature([ManagerAssignment, User])],
  controllers: [AssignmentsController],
  providers: [AssignmentsService, AssignmentsRepository, VisibilityChecks],
  exports: [VisibilityChecks],
})
export class AssignmentsModule {}
