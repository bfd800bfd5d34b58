import { Module } from '@nestjs/common';
import { FeedLag } from './feed-lag.ts';

@Module({ providers: [FeedLag] })
export class ChangeFeedModule {}
