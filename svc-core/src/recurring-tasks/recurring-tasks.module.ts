import { Module } from '@nestjs/common';
import { LocationsModule } from '../locations/locations.module.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { RecurringTasksController } from './recurring-tasks.controller.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';
import { Scheduler } from './scheduler.ts';
import { SchedulesRepository } from './schedules.repository.ts';

@Module({
  imports: [LocationsModule, VisibilityModule],
  controllers: [RecurringTasksController],
  providers: [RecurringTasksService, RecurringTasksRepository, SchedulesRepository, Scheduler],
})
export class RecurringTasksModule {
  constructor(locations: LocationsService, schedules: SchedulesRepository) {
    locations.rezoned.add((within, locationId, from, to) =>
      schedules.rezone(within, { locationId }, from, to),
    );
    locations.reopened.add((within, locationId) => schedules.skipMissed(within, { locationId }));
  }
}
