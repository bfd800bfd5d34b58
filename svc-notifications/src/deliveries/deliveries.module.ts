import { Module } from '@nestjs/common';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { DeliveryPurge } from './delivery-purge.ts';

@Module({ providers: [DeliveriesRepository, DeliveryPurge], exports: [DeliveriesRepository] })
export class DeliveriesModule {}
