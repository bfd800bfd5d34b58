import {
  CONFIG,
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import { cellReaders } from './cell-values.ts';
import { cellsByField } from './cells-by-field.ts';
import { readCsv } from './csv-file.ts';
import { ImportWork } from './import-work.ts';
import { importColumns, importRequests, keyColumns } from './import-kinds.ts';
import { ImportsRepository } from './imports.repository.ts';
import { type ImportKind, importResponse, type ImportResponse } from './imports.schemas.ts';
import { planRows } from './plan-rows.ts';
import { WantedRows } from './wanted-rows.ts';

/** Plans and applies files of stores and equipment. For administrators only: see the controller. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly wanted: WantedRows,
    private readonly work: ImportWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @param bytes of the file, one character each
   * @throws Problem 400 with a sentence when it cannot be read, 409 above 20 plans that are not applied
   */
  async plan(
    principal: Principal,
    kind: ImportKind,
    bytes: string,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ImportResponse>> {
    const file = await readCsv(bytes);
    const readers = cellReaders(file.separator, this.config.CURRENCY);
    const lines = await cellsByField(file, importColumns[kind], keyColumns[kind], readers);
    // Before the transaction, which has two seconds. What changes meanwhile is a conflict when it is applied.
    const wanted = await (kind === 'locations' ? this.wanted.stores(lines) : this.wanted.equipment(lines));
    const rows = await planRows(wanted, importRequests[kind]);
    return this.database.once(
      principal,
      idempotentRequest,
      versioned(importResponse),
      async (transaction) => {
        const id = await this.imports.insert(transaction, principal, kind, rows);
        await this.imports.expireOlder(transaction, principal, id, MOST_OPEN - 1);
        return this.imports.get(id, transaction);
      },
    );
  }

  /**
   * Applies a plan in the background.
   * @throws Problem 404, 409, 412
   */
  async apply(
    principal: Principal,
    id: string,
    skipsErrors: boolean,
    precondition: Precondition,
  ): Promise<Versioned<ImportResponse>> {
    const applying = await this.database.transaction(async (transaction) => {
      const { version, state, expiresAt } = await this.imports.lock(transaction, id);
      precondition(version);
      const isOld = expiresAt.getTime() <= Date.now();
      if (state === 'expired' || (state === 'planned' && isOld)) {
        const reason = isOld ? 'is older than 24 hours' : 'was replaced by newer ones';
        throw conflict('preview_ended', `This preview ${reason}. Choose the file again.`);
      }
      if (state !== 'planned') throw conflict('already_applied', 'This file is already applied.');
      const { error } = await this.imports.counts(transaction, id);
      if (error > 0 && !skipsErrors)
        throw conflict('rows_with_errors', `Rows with errors: ${error}. Correct or skip them.`);
      await this.imports.set(transaction, id, { state: 'applying', appliedBy: principal.userId });
      return this.imports.get(id, transaction);
    });
    this.work.run();
    return applying;
  }
}

/** Maximum number of plans of a person that are neither applied nor expired: each may have megabytes of rows. */
const MOST_OPEN = 20;
