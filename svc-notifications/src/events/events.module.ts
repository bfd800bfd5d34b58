import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.ts';
import { LiveEvents } from './live-events.ts';
import { MissedChanges } from './missed-changes.ts';
import { StreamAccess } from './stream-access.ts';
import { StreamLeases } from './stream-leases.ts';
import { StreamMetrics } from './stream-metrics.ts';
import { UnreadCounts } from './unread-counts.ts';

/** `GET /api/events`. */
@Module({
  controllers: [EventsController],
  providers: [LiveEvents, MissedChanges, StreamAccess, StreamLeases, StreamMetrics, UnreadCounts],
  exports: [LiveEvents, StreamAccess, UnreadCounts],
})
export class EventsModule {}
