import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { RecurringTasksModule } from '../recurring-tasks/recurring-tasks.module.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { ArchiveController } from './archive.controller.ts';
import { LocationsController } from './locations.controller.ts';
import { LocationsRepository } from './locations.repository.ts';
import { LocationsService } from './locations.service.ts';

@Module({
  imports: [RecurringTasksModule, DeadlinesModule, RemovalsModule],
  controllers: [LocationsController, ArchiveController],
  providers: [LocationsService, LocationsRepository],
  exports: [LocationsService],
})
export class LocationsModule {}
