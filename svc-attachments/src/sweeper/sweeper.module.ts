import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ObjectRemoval } from './object-removal.entity.ts';
import { ObjectRemovals } from './object-removals.ts';
import { Sweeper } from './sweeper.ts';

/** Removes unreferenced files. */
@Module({
  imports: [ScheduleModule.forRoot(), TypeOrmModule.forFeature([ObjectRemoval])],
  providers: [ObjectRemovals, Sweeper],
  exports: [ObjectRemovals],
})
export class SweeperModule {}
