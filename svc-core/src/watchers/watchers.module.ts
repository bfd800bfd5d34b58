import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { WatchersController } from './watchers.controller.ts';
import { WatchersRepository } from './watchers.repository.ts';
import { WatchersService } from './watchers.service.ts';

@Module({
  imports: [AssignmentsModule],
  controllers: [WatchersController],
  providers: [WatchersService, WatchersRepository],
  exports: [WatchersRepository],
})
export class WatchersModule {}
