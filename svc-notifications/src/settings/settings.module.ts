import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveriesRepository } from '../mail/deliveries.repository.ts';
import { Preference } from './preference.entity.ts';
import { Settings } from './settings.entity.ts';
import { SettingsController } from './settings.controller.ts';
import { SettingsRepository } from './settings.repository.ts';
import { SettingsService } from './settings.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Settings, Preference])],
  controllers: [SettingsController],
  providers: [SettingsRepository, SettingsService, DeliveriesRepository],
  exports: [SettingsRepository, DeliveriesRepository],
})
export class SettingsModule {}
