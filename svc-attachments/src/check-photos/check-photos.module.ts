import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentsModule } from '../attachments/attachments.module.ts';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { CheckPhoto } from './check-photo.entity.ts';
import { CheckPhotosController } from './check-photos.controller.ts';
import { CheckPhotosService } from './check-photos.service.ts';

/** The photos of steps of checklists. */
@Module({
  imports: [TypeOrmModule.forFeature([CheckPhoto]), AttachmentsModule, SweeperModule],
  controllers: [CheckPhotosController],
  providers: [CheckPhotosService],
})
export class CheckPhotosModule {}
