import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Preference } from './preference.entity.ts';
import { Settings } from './settings.entity.ts';
import { SettingsRepository } from './settings.repository.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Settings, Preference])],
  providers: [SettingsRepository],
  exports: [SettingsRepository],
})
export class SettingsModule {}
