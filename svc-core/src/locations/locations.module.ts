import { Module } from '@nestjs/common';
import { LocationsController } from './locations.controller.ts';
import { LocationsRepository } from './locations.repository.ts';
import { LocationsService } from './locations.service.ts';

@Module({ controllers: [LocationsController], providers: [LocationsService, LocationsRepository] })
export class LocationsModule {}
