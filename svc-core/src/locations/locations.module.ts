import { Module } from '@nestjs/common';
import { DeadlineRequestsModule } from '../deadline-requests/deadline-requests.module.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { ArchiveController } from './archive.controller.ts';
import { LocationsController } from './locations.controller.ts';
import { LocationsRepository } from './locations.repository.ts';
import { LocationsService } from './locations.service.ts';

@Module({
  imports: [DeadlineRequestsModule, RemovalsModule],
  controllers: [LocationsController, ArchiveController],
  providers: [LocationsService, LocationsRepository],
  exports: [LocationsService],
})
export class LocationsModule {}
