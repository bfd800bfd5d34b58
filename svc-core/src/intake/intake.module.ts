import { Module } from '@nestjs/common';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { CodeGuard } from './code.guard.ts';
import { ContactErasure } from './contact-erasure.ts';
import { IntakeController } from './intake.controller.ts';
import { IntakeLimits } from './intake-limits.ts';
import { IntakeRepository } from './intake.repository.ts';
import { IntakeSecrets } from './intake-secrets.ts';
import { IntakeService } from './intake.service.ts';
import { TrackingController } from './tracking.controller.ts';
import { TrackingGuard } from './tracking.guard.ts';
import { TrackingRepository } from './tracking.repository.ts';
import { TrackingService } from './tracking.service.ts';

@Module({
  imports: [TicketsModule],
  controllers: [IntakeController, TrackingController],
  providers: [
    IntakeService,
    IntakeRepository,
    IntakeLimits,
    IntakeSecrets,
    TrackingService,
    TrackingRepository,
    ContactErasure,
    CodeGuard,
    TrackingGuard,
  ],
})
export class IntakeModule {}
