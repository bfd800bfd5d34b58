import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { ProjectsController } from './projects.controller.ts';
import { ProjectsRepository } from './projects.repository.ts';
import { ProjectsService } from './projects.service.ts';

@Module({
  imports: [AssignmentsModule, RemovalsModule],
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectsRepository],
})
export class ProjectsModule {}
