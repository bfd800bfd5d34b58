import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Location } from '../locations/location.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { LocationRowsRepository } from './location-rows.repository.ts';
import { ProjectRowsRepository } from './project-rows.repository.ts';
import { RemovalRequestsRepository } from './removal-requests.repository.ts';
import { Removals } from './removals.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Location, Project])],
  providers: [Removals, RemovalRequestsRepository, LocationRowsRepository, ProjectRowsRepository],
  exports: [Removals],
})
export class RemovalsModule {}
