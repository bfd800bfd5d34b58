import {
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { createEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { keyOf, meantBy } from '../fields/key-of.ts';
import { createLocationRequest } from '../locations/locations.schemas.ts';
import { readCsv } from './csv-file.ts';
import { withTargets } from './equipment-targets.ts';
import { ImportWork } from './import-work.ts';
import { importColumns, importRequests, keyColumns } from './import-kinds.ts';
import { ImportsRepository, type StoreToImport } from './imports.repository.ts';
import { type ImportKind, importResponse, type ImportResponse } from './imports.schemas.ts';
import { lacksZeros, lostZeros, withoutZeros } from './lost-zeros.ts';
import { type CellsOfLine, cellsByField, planRows, type Target, type WantedRow } from './plan-rows.ts';

/** Plans and applies files of stores and equipment. For administrators only: see the controller. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly work: ImportWork,
  ) {}

  /** @param bytes of the file, one character each @throws Problem 400 with a sentence when it cannot be read */
  async plan(
    principal: Principal,
    kind: ImportKind,
    bytes: string,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ImportResponse>> {
    const lines = cellsByField(readCsv(bytes), importColumns[kind], keyColumns[kind]);
    // Before the transaction, which has two seconds. What changes meanwhile is a conflict when it is applied.
    const wanted = await (kind === 'locations' ? this.wantedStores(lines) : this.wantedEquipment(lines));
    const rows = planRows(wanted, importRequests[kind]);
    return this.database.once(
      principal,
      idempotentRequest,
      versioned(importResponse),
      async (transaction) => {
        const id = await this.imports.insert(transaction, principal, kind, rows);
        return this.imports.get(id, transaction);
      },
    );
  }

  /** Applies a plan in the background. @throws Problem 404, 409, 412 */
  async apply(
    principal: Principal,
    id: string,
    skipsErrors: boolean,
    precondition: Precondition,
  ): Promise<Versioned<ImportResponse>> {
    const applying = await this.database.transaction(async (transaction) => {
      const { version, state, expiresAt } = await this.imports.lock(transaction, id);
      precondition(version);
      if (state === 'expired' || (state === 'planned' && expiresAt.getTime() <= Date.now())) {
        throw conflict('This preview is older than 24 hours. Choose the file again.');
      }
      if (state !== 'planned') throw conflict('This file is already applied.');
      const { error } = await this.imports.counts(transaction, id);
      if (error > 0 && !skipsErrors) throw conflict(`Rows with errors: ${error}. Correct or skip them.`);
      await this.imports.set(transaction, id, { state: 'applying', appliedBy: principal.userId });
      return this.imports.get(id, transaction);
    });
    this.work.run();
    return applying;
  }

  /** @returns the stores that the rows may mean, and a function for each row in turn: its store, or why it has none */
  private async storesOf(lines: readonly CellsOfLine[]): Promise<{
    stores: StoreToImport[];
    storeOf: (number: string, addedBy?: number) => { store?: StoreToImport; message?: string };
  }> {
    const stores = await this.imports.stores([...new Set(lines.map((line) => withoutZeros(numberOf(line))))]);
    const meant = meantBy(stores, ({ storeNumber }) => storeNumber);
    const zeros = lostZeros(
      stores.map(({ storeNumber: text, archivedAt }) => ({
        text,
        words: `Store ${text} is ${archivedAt === null ? 'there' : 'archived'}.`,
      })),
    );
    const storeOf = (number: string, addedBy?: number) => {
      const [store, other] = meant(number);
      if (store && other) {
        const spellings = `${store.storeNumber} and ${other.storeNumber}`;
        return { message: `Stores ${spellings} are there. Write the number as one of them.` };
      }
      if (store) return { store };
      const message = number === '' ? undefined : zeros({ text: number, line: addedBy });
      return message === undefined ? {} : { message };
    };
    return { stores, storeOf };
  }

  private async wantedStores(lines: readonly CellsOfLine[]): Promise<WantedRow[]> {
    const { storeOf } = await this.storesOf(lines);
    const emails = new Set(lines.flatMap(emailsOf));
    const people = emails.size === 0 ? [] : await this.imports.managers([...emails]);
    const managers = new Map(
      people.map(({ email, id, locationIds }) => [email, { id, stores: new Set(locationIds) }]),
    );
    return lines.map((line) => {
      const key = numberOf(line);
      const { store, message } = storeOf(key, line.line);
      const { managers: _emails, storeNumber, ...given } = Object.fromEntries(line.cells);
      // A store that is found keeps the spelling of its number.
      const fields = { ...given, ...(!store && storeNumber !== undefined && { storeNumber }) };
      const errors: WantedRow['errors'] = message === undefined ? [] : [{ field: 'storeNumber', message }];
      if (store && lacksZeros(store.zipCode, given['zipCode'])) {
        errors.push({
          field: 'zipCode',
          message: `Only zeros differ from ${store.zipCode}. Change it on the screen.`,
        });
      }
      if (line.cells.get('managers') === '') {
        errors.push({ field: 'managers', message: 'An import removes no managers.' });
      }
      const wanted = emailsOf(line).flatMap((email) => {
        const manager = managers.get(email);
        if (manager)
          return [{ id: manager.id, email, isAssigned: store ? manager.stores.has(store.id) : false }];
        errors.push({ field: 'managers', message: `There is no active district manager ${email}.` });
        return [];
      });
      const targets = store ? [targetOf(store)] : [];
      const isArchived = store !== undefined && store.archivedAt !== null;
      return {
        line: line.line,
        key,
        identity: keyOf(key),
        targets,
        isArchived,
        fields,
        managers: wanted,
        errors,
      };
    });
  }

  private async wantedEquipment(lines: readonly CellsOfLine[]): Promise<WantedRow[]> {
    const { stores, storeOf } = await this.storesOf(lines);
    const found = await this.imports.equipmentOf(stores.map(({ id }) => id));
    const zeros = lostZeros(
      found.flatMap(({ locationId: place, serial: text }) =>
        text === null ? [] : [{ place, text, words: `Serial ${text} is there.` }],
      ),
    );
    const { name, serial } = createEquipmentRequest.shape;
    const rows = lines.map(({ line, cells }) => {
      const number = numberOf({ line, cells });
      const { store, message = 'There is no such store.' } = storeOf(number);
      return {
        line,
        number,
        store,
        message,
        locationId: store?.id ?? NO_STORE,
        name: name.safeParse(cells.get('name')).data ?? '',
        serial: serial.safeParse(cells.get('serial')).data ?? null,
        cells,
      };
    });
    const vendors = lines.some(({ cells }) => cells.has('vendor')) ? await this.imports.vendors() : [];
    const vendorsOf = meantBy(vendors, (vendor) => vendor.name);
    const vendorNames = new Map(vendors.map(({ id, name }) => [id, name]));
    return withTargets(rows, found).map(({ line, number, store, message, cells, targets, ...row }) => {
      const isOfSerial = row.serial !== null && targets.some((target) => target.serial !== null);
      const areSeveral = isOfSerial && targets.length > 1;
      // What a piece is found by keeps its spelling.
      const finding = targets.length === 0 ? undefined : isOfSerial ? 'serial' : 'name';
      const kept = [...cells].filter(([field]) => field !== finding);
      const { storeNumber: _number, vendor, ...given } = Object.fromEntries(kept);
      const errors: WantedRow['errors'] = [];
      if (!store) errors.push({ field: 'storeNumber', message });
      else if (areSeveral)
        errors.push({ field: 'serial', message: 'Several have this serial in other spellings.' });
      else if (row.serial !== null && !isOfSerial) {
        const lost = zeros({ place: store.id, text: row.serial, line });
        if (lost !== undefined) errors.push({ field: 'serial', message: lost });
      }
      // Without a store there is one error, about its number.
      const fields: WantedRow['fields'] = { ...given, locationId: row.locationId };
      for (const field of emptied) if (given[field] === '') fields[field] = null;
      if (vendor === '') fields['vendorId'] = null;
      else if (vendor !== undefined) {
        const [wanted, another] = vendorsOf(vendor.trim().normalize('NFC'));
        const isServed = wanted?.locationIds.length === 0 || wanted?.locationIds.includes(store?.id ?? '');
        const isKept = targets.some(({ vendorId }) => vendorId === wanted?.id);
        if (another)
          errors.push({ field: 'vendor', message: 'Several vendors have this name in other spellings.' });
        else if (wanted && (isKept || (wanted.active && isServed))) fields['vendorId'] = wanted.id;
        else errors.push({ field: 'vendor', message: 'There is no such active vendor for this store.' });
      }
      return {
        line,
        key: `${number} / ${row.serial ?? row.name}`,
        identity: JSON.stringify([
          store?.id ?? keyOf(number),
          row.serial === null ? { name: keyOf(row.name) } : keyOf(row.serial),
        ]),
        targets: areSeveral ? [] : targets.map(targetOf),
        isArchived: store !== undefined && store.archivedAt !== null,
        fields,
        shown: { field: 'vendorId', as: 'vendor', words: vendorNames },
        managers: [],
        errors,
      };
    });
  }
}

/** Fields that are null, not an empty text, where a row empties them. */
const emptied = ['installedOn', 'warrantyUntil', 'replacementCost'];

const NO_STORE = '00000000-0000-7000-8000-000000000000';

/** As the API stores it, so that it is found. */
const numberOf = ({ cells }: CellsOfLine): string =>
  createLocationRequest.shape.storeNumber.safeParse(cells.get('storeNumber')).data ?? '';

const emailsOf = ({ cells }: CellsOfLine): string[] => [
  ...new Set(
    (cells.get('managers') ?? '')
      .split(';')
      .map((email) => email.trim().toLowerCase())
      .filter((email) => email !== ''),
  ),
];

const targetOf = (row: { id: string; version: number } & Record<string, string | number | null>): Target => ({
  id: row.id,
  version: row.version,
  values: Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) => (typeof value === 'number' ? [] : [[field, value]])),
  ),
});
