import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Equipment } from '../equipment/equipment.entity.ts';
import { IntakeCode } from '../intake-codes/intake-code.entity.ts';
import { Location } from '../locations/location.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { EquipmentRowsRepository } from './equipment-rows.repository.ts';
import { LocationRowsRepository } from './location-rows.repository.ts';
import { ProjectRowsRepository } from './project-rows.repository.ts';
import { RemovalRequestsRepository } from './removal-requests.repository.ts';
import { Removals } from './removals.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Location, Project, Equipment, IntakeCode])],
  providers: [
    Removals,
    RemovalRequestsRepository,
    LocationRowsRepository,
    ProjectRowsRepository,
    EquipmentRowsRepository,
  ],
  exports: [Removals],
})
export class RemovalsModule {}
