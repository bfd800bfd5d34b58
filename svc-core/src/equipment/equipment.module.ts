import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { IntakeCodesModule } from '../intake-codes/intake-codes.module.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { EquipmentController } from './equipment.controller.ts';
import { EquipmentRepository } from './equipment.repository.ts';
import { EquipmentService } from './equipment.service.ts';

@Module({
  imports: [AssignmentsModule, IntakeCodesModule, RemovalsModule],
  controllers: [EquipmentController],
  providers: [EquipmentService, EquipmentRepository],
  exports: [EquipmentService],
})
export class EquipmentModule {}
