import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveriesModule } from '../deliveries/deliveries.module.ts';
import { Preference } from './preference.entity.ts';
import { SettingsController } from './settings.controller.ts';
import { Settings } from './settings.entity.ts';
import { SettingsRepository } from './settings.repository.ts';
import { SettingsService } from './settings.service.ts';

@Module({
  imports: [DeliveriesModule, TypeOrmModule.forFeature([Settings, Preference])],
  controllers: [SettingsController],
  providers: [SettingsRepository, SettingsService],
  exports: [SettingsRepository],
})
export class SettingsModule {}
