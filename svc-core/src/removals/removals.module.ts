import { Module } from '@nestjs/common';
import { RemovableRowsRepository } from './removable-rows.repository.ts';
import { RemovalRequestsRepository } from './removal-requests.repository.ts';
import { Removals } from './removals.ts';

@Module({ providers: [Removals, RemovalRequestsRepository, RemovableRowsRepository], exports: [Removals] })
export class RemovalsModule {}
