import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ObjectRemoval } from './object-removal.entity.ts';
import { ObjectRemovals } from './object-removals.ts';
import { Sweeper } from './sweeper.ts';

/** Removes unreferenced files. */
@Module({
  imports: [TypeOrmModule.forFeature([ObjectRemoval])],
  providers: [ObjectRemovals, Sweeper],
  exports: [ObjectRemovals, Sweeper],
})
export class SweeperModule {}
