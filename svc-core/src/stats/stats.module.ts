import { Module } from '@nestjs/common';
import { StatsController } from './stats.controller.ts';
import { StatsRepository } from './stats.repository.ts';

@Module({ controllers: [StatsController], providers: [StatsRepository] })
export class StatsModule {}
