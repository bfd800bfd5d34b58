import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { Repetition } from '../background/repetition.ts';
import { Database } from '../database/database.ts';
import { LocationRemovalsRepository } from './location-removals.repository.ts';

const EVERY_MS = 2000;
/** Rows of one transaction: few, so that nobody waits for it, and a replica that dies gives little back. */
const BATCH_SIZE = 200;
/** Between two batches, for everybody else. */
const PAUSE_MS = 50;

/**
 * Removes locations with all that belongs to them, of any size. A small one goes in the request's own transaction. A
 * larger one is out of sight from then on, and its rows go in batches: each is a transaction, one replica at a time does
 * them, and what a replica that dies has left, another one goes on with.
 */
@Injectable()
export class LocationRemovals implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(LocationRemovals.name);
  private readonly repetition = new Repetition(
    EVERY_MS,
    () => this.run(),
    (error) => this.logger.warn({ err: error }, 'The rows of removed locations wait for the next round'),
  );

  constructor(
    private readonly database: Database,
    private readonly removals: LocationRemovalsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.repetition.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.repetition.stop();
  }

  /** Removes the location, which the caller has locked: nothing comes to it meanwhile. */
  async begin(within: EntityManager, id: string): Promise<void> {
    if (await this.removals.removeBatch(within, id, BATCH_SIZE))
      await this.removals.removeLocation(within, id);
    else await this.removals.hide(within, id);
  }

  /** Goes on with what is left of removed locations until nothing is. */
  private async run(): Promise<void> {
    while (!this.repetition.isStopping && (await this.goOn())) await sleep(PAUSE_MS);
  }

  /** One batch. Whether there was anything to do that no other replica is doing. */
  private goOn(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const id = await this.removals.claim(transaction);
      if (id === null) return false;
      if (await this.removals.removeBatch(transaction, id, BATCH_SIZE)) {
        await this.removals.removeLocation(transaction, id);
        this.logger.log({ locationId: id }, 'A removed location and all of it are gone');
      }
      return true;
    });
  }
}
