import { BackgroundWork, isOutage, type Principal, Problem } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { EntityManager } from 'typeorm';
import { AssignmentsService } from '../assignments/assignments.service.ts';
import { Database } from '../database/database.ts';
import { createEquipmentRequest, updateEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { EquipmentService, explainTakenSerial } from '../equipment/equipment.service.ts';
import { createLocationRequest, updateLocationRequest } from '../locations/locations.schemas.ts';
import { explainTakenStoreNumber, LocationsService } from '../locations/locations.service.ts';
import { explainTakenExternalId } from '../external-ids/external-id.ts';
import {
  type ClaimedImport,
  type PendingRow,
  ImportsRepository,
  type Outcome,
} from './imports.repository.ts';
import type { ImportKind } from './imports.schemas.ts';
import { TargetsRepository } from './targets.repository.ts';

const EVERY_MS = 2000;
/** Rows per transaction: few, so that locks are short, a crash loses little, and the change feed is not delayed. */
export const BATCH_SIZE = 200;

/**
 * Applies plans in batches, each a transaction that also records what became of its rows: after a crash another replica
 * goes on, and no row is applied twice. Also expires plans that were not applied, and deletes rows that are no longer
 * needed.
 */
@Injectable()
export class ImportWork extends BackgroundWork {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly targets: TargetsRepository,
    private readonly locations: LocationsService,
    private readonly equipment: EquipmentService,
    private readonly assignments: AssignmentsService,
  ) {
    super();
  }

  @Interval('apply imports', EVERY_MS)
  run(): void {
    this.start(() => this.runAll(), 'An import could not be applied; retrying in the next round');
  }

  /** Runs batches until none is left that another replica is not working on. */
  async runAll(): Promise<void> {
    await this.database.transaction((transaction) => this.imports.expire(transaction));
    while (!this.isStopping && (await this.goOn()));
    const clear = () => this.database.transaction((transaction) => this.imports.clearOne(transaction));
    while (!this.isStopping && (await clear()));
  }

  /** Runs one batch. Returns false if nothing is left that another replica is not working on. */
  goOn(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const claimed = await this.imports.claim(transaction);
      if (!claimed) return false;
      const rows = await this.imports.pendingRows(transaction, claimed.id, BATCH_SIZE);
      const outcomes: Outcome[] = [];
      for (const row of rows) outcomes.push(await this.outcomeOf(transaction, claimed, row));
      await this.imports.record(transaction, claimed.id, outcomes);
      if (rows.length < BATCH_SIZE) await this.imports.set(transaction, claimed.id, { state: 'applied' });
      return true;
    });
  }

  /**
   * Applies one row. A row is not applied, and the rows after it are, when the API would refuse it now because its
   * target has changed since the preview, and also after any unexpected error.
   */
  private async outcomeOf(within: EntityManager, claimed: ClaimedImport, row: PendingRow): Promise<Outcome> {
    try {
      // A savepoint: the other rows of the batch remain.
      await within.transaction((savepoint) =>
        this.apply(savepoint, claimed, row)
          .catch(explainTakenStoreNumber)
          .catch(explainTakenSerial)
          .catch(explainTakenExternalId),
      );
      return { line: row.line, outcome: 'applied', errors: [] };
    } catch (error) {
      if (isOutage(error)) throw error;
      const isRefused = error instanceof Problem && error.getStatus() < 500;
      if (!isRefused) this.logger.error({ err: error }, 'A row of an import failed');
      const message = isRefused ? error.message : 'It could not be applied.';
      return { line: row.line, outcome: 'conflict', errors: [{ field: 'row', message }] };
    }
  }

  private async apply(
    within: EntityManager,
    { kind, appliedBy }: ClaimedImport,
    row: PendingRow,
  ): Promise<void> {
    const { targetId, targetVersion, request } = row;
    const precondition = (version: number) => {
      if (version !== targetVersion)
        throw new Problem('changed_since_preview', 'It has changed since the preview.');
    };
    const write: Record<ImportKind, () => Promise<unknown>> = {
      locations: async () => {
        let id = targetId;
        if (id === null) {
          id = await this.locations.createWithin(within, createLocationRequest.parse(request.fields));
        } else {
          const changes = updateLocationRequest.parse(request.fields);
          await this.locations.updateWithin(within, id, changes, precondition);
        }
        for (const managerId of request.managers) {
          await this.assignments.ensureWithin(within, { managerId, locationId: id });
        }
      },
      equipment: async () => {
        const principal = administrator(appliedBy);
        if (targetId !== null) {
          const changes = updateEquipmentRequest.parse(request.fields);
          return this.equipment.updateWithin(within, principal, targetId, changes, precondition);
        }
        const creation = createEquipmentRequest.parse(request.fields);
        if (await this.targets.hasEquipment(within, creation))
          throw new Problem('added_since_preview', 'It was added since the preview.');
        return this.equipment.createWithin(within, principal, creation);
      },
    };
    await write[kind]();
  }
}

/** Who applied the import was an administrator then; background work has no session. */
const administrator = (userId: string | null): Principal => ({
  userId: userId ?? '',
  role: 'admin',
  email: '',
  firstName: '',
  lastName: '',
  sessionEpoch: 0,
  via: 'session',
});
