import { Module } from '@nestjs/common';
import { DeadlineRequests } from './deadline-requests.repository.ts';

@Module({ providers: [DeadlineRequests], exports: [DeadlineRequests] })
export class DeadlineRequestsModule {}
