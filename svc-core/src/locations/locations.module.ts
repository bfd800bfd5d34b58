import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecurringTasksModule } from '../recurring-tasks/recurring-tasks.module.ts';
import { Location } from './location.entity.ts';
import { LocationRemovals } from './location-removals.ts';
import { LocationRemovalsRepository } from './location-removals.repository.ts';
import { LocationsController } from './locations.controller.ts';
import { LocationsRepository } from './locations.repository.ts';
import { LocationsService } from './locations.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Location]), RecurringTasksModule],
  controllers: [LocationsController],
  providers: [LocationsService, LocationsRepository, LocationRemovals, LocationRemovalsRepository],
})
export class LocationsModule {}
