import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { EquipmentModule } from '../equipment/equipment.module.ts';
import { LocationsModule } from '../locations/locations.module.ts';
import { ImportWork } from './import-work.ts';
import { ImportsController } from './imports.controller.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ImportsService } from './imports.service.ts';
import { TargetsRepository } from './targets.repository.ts';
import { WantedRows } from './wanted-rows.ts';

@Module({
  imports: [AssignmentsModule, EquipmentModule, LocationsModule],
  controllers: [ImportsController],
  providers: [ImportsService, ImportsRepository, ImportWork, TargetsRepository, WantedRows],
})
export class ImportsModule {}
