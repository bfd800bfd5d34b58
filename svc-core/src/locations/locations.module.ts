import { Module } from '@nestjs/common';
import { RecurringTasksModule } from '../recurring-tasks/recurring-tasks.module.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { LocationsController } from './locations.controller.ts';
import { LocationsRepository } from './locations.repository.ts';
import { LocationsService } from './locations.service.ts';

@Module({
  imports: [RecurringTasksModule, RemovalsModule],
  controllers: [LocationsController],
  providers: [LocationsService, LocationsRepository],
  exports: [LocationsService],
})
export class LocationsModule {}
