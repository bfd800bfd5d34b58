import { Module } from '@nestjs/common';
import { DeadlineRequestsModule } from '../deadline-requests/deadline-requests.module.ts';
import { OpeningHoursController } from './opening-hours.controller.ts';
import { OpeningHoursService } from './opening-hours.service.ts';

@Module({
  imports: [DeadlineRequestsModule],
  controllers: [OpeningHoursController],
  providers: [OpeningHoursService],
})
export class OpeningHoursModule {}
