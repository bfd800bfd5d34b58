import { Module } from '@nestjs/common';
import { WatchersController } from './watchers.controller.ts';
import { WatchersRepository } from './watchers.repository.ts';
import { WatchersService } from './watchers.service.ts';

@Module({
  controllers: [WatchersController],
  providers: [WatchersService, WatchersRepository],
  exports: [WatchersRepository],
})
export class WatchersModule {}
