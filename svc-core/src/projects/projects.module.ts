import { Module } from '@nestjs/common';
import { RemovalsModule } from '../removals/removals.module.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { ProjectsController } from './projects.controller.ts';
import { ProjectsRepository } from './projects.repository.ts';
import { ProjectsService } from './projects.service.ts';

@Module({
  imports: [VisibilityModule, RemovalsModule],
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectsRepository],
})
export class ProjectsModule {}
