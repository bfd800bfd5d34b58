import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { OpeningHoursController } from './opening-hours.controller.ts';
import { OpeningHoursService } from './opening-hours.service.ts';

@Module({
  imports: [DeadlinesModule],
  controllers: [OpeningHoursController],
  providers: [OpeningHoursService],
})
export class OpeningHoursModule {}
