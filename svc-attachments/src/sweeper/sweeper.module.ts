import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ObjectRemovals } from './object-removals.ts';
import { Sweeper } from './sweeper.ts';

/** Removes the files nothing points to any more. */
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [ObjectRemovals, Sweeper],
  exports: [ObjectRemovals],
})
export class SweeperModule {}
