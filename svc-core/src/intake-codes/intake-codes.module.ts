import { Module } from '@nestjs/common';
import { EquipmentModule } from '../equipment/equipment.module.ts';
import { EquipmentService } from '../equipment/equipment.service.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { IntakeCodesController } from './intake-codes.controller.ts';
import { IntakeCodesRepository } from './intake-codes.repository.ts';
import { IntakeCodesService } from './intake-codes.service.ts';

@Module({
  imports: [EquipmentModule, VisibilityModule],
  controllers: [IntakeCodesController],
  providers: [IntakeCodesService, IntakeCodesRepository],
})
export class IntakeCodesModule {
  constructor(equipment: EquipmentService, codes: IntakeCodesRepository) {
    equipment.moved.add((within, equipmentId, locationId) => codes.move(within, equipmentId, locationId));
  }
}
