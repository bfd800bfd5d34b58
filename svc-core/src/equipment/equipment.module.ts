import { Module } from '@nestjs/common';
import { RemovalsModule } from '../removals/removals.module.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { EquipmentController } from './equipment.controller.ts';
import { EquipmentRepository } from './equipment.repository.ts';
import { EquipmentService } from './equipment.service.ts';

@Module({
  imports: [RemovalsModule, VisibilityModule],
  controllers: [EquipmentController],
  providers: [EquipmentService, EquipmentRepository],
  exports: [EquipmentService],
})
export class EquipmentModule {}
