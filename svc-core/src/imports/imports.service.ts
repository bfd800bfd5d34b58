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
import { createEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { keyOf, meantBy } from '../fields/key-of.ts';
import { createLocationRequest } from '../locations/locations.schemas.ts';
import { createVendorRequest } from '../vendors/vendors.schemas.ts';
import { cellReaders } from './cell-values.ts';
import { readCsv, unreadable } from './csv-file.ts';
import { withKeys, withTargets } from './equipment-targets.ts';
import { ImportWork } from './import-work.ts';
import { importColumns, importRequests, keyColumns } from './import-kinds.ts';
import { ImportsRepository, MOST_EQUIPMENT, type StoreToImport } from './imports.repository.ts';
import { type ImportKind, importResponse, type ImportResponse } from './imports.schemas.ts';
import { lacksZeros, lostZeros, withoutZeros } from './lost-zeros.ts';
import { type CellsOfLine, cellsByField, planRows, type WantedRow } from './plan-rows.ts';
import { mapYielding } from './yielding.ts';

/** Plans and applies files of stores and equipment. For administrators only: see the controller. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
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
    const wanted = await (kind === 'locations' ? this.wantedStores(lines) : this.wantedEquipment(lines));
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
      const isOld = expiresAt.getTime() <= Date.now();
      if (state === 'expired' || (state === 'planned' && isOld)) {
        const reason = isOld ? 'is older than 24 hours' : 'was replaced by newer ones';
        throw conflict(`This preview ${reason}. Choose the file again.`);
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
    const numbers = new Set(await mapYielding(lines, (line) => withoutZeros(numberOf(line))));
    const stores = await this.imports.stores([...numbers]);
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
    const people = lines.some(({ cells }) => cells.has('managers')) ? await this.imports.managers() : [];
    const managers = new Map(
      people.map(({ email, id, locationIds }) => [email, { id, stores: new Set(locationIds) }]),
    );
    return mapYielding(lines, (line) => {
      const key = numberOf(line);
      const { store, message } = storeOf(key, line.line);
      const { managers: _emails, storeNumber, ...given } = Object.fromEntries(line.cells);
      // A store that is found keeps the spelling of its number.
      const fields = { ...given, ...(!store && storeNumber !== undefined && { storeNumber }) };
      const errors = [...line.errors];
      if (message !== undefined) errors.push({ field: 'storeNumber', message });
      if (store && lacksZeros(store.zipCode, given['zipCode'])) {
        errors.push({
          field: 'zipCode',
          message: `Only zeros differ from ${store.zipCode}. Change it on the screen.`,
        });
      }
      const refuse = (sentence: string) => errors.push({ field: 'managers', message: sentence });
      if (line.cells.get('managers') === '') refuse('An import removes no managers.');
      const emails = emailsOf(line);
      if (emails.length > MOST_EMAILS) refuse(`At most ${MOST_EMAILS} e-mails in a row.`);
      const known: WantedRow['managers'] = [];
      const unknown: string[] = [];
      for (const email of new Set(emails.slice(0, MOST_EMAILS).filter((each) => each !== ''))) {
        const manager = managers.get(email);
        if (!manager) unknown.push(email.slice(0, 100));
        else known.push({ id: manager.id, email, isAssigned: store ? manager.stores.has(store.id) : false });
      }
      for (const email of unknown.slice(0, MOST_NAMED)) {
        refuse(`There is no active district manager ${email}.`);
      }
      const others = unknown.length - MOST_NAMED;
      if (others > 0) refuse(`${others} more are no active district managers either.`);
      const targets = store ? [store] : [];
      const isArchived = store !== undefined && store.archivedAt !== null;
      return {
        line: line.line,
        key,
        identity: keyOf(key),
        targets,
        isArchived,
        fields,
        managers: known,
        errors,
      };
    });
  }

  private async wantedEquipment(lines: readonly CellsOfLine[]): Promise<WantedRow[]> {
    const { stores, storeOf } = await this.storesOf(lines);
    const there = await this.imports.equipmentOf(stores.map(({ id }) => id));
    if (there.length > MOST_EQUIPMENT) throw unreadable(TOO_MUCH_EQUIPMENT);
    const found = await mapYielding(there, withKeys);
    const zeros = lostZeros(
      found.flatMap(({ locationId: place, serial: text }) =>
        text === null ? [] : [{ place, text, words: `Serial ${text} is there.` }],
      ),
    );
    const foundIn = Map.groupBy(found, ({ locationId }) => locationId);
    const { name, serial } = createEquipmentRequest.shape;
    const rows = await mapYielding(lines, ({ line, cells, errors }) => {
      const number = numberOf({ cells });
      const { store, message = 'There is no such store.' } = storeOf(number);
      return withKeys({
        line,
        number,
        store,
        message,
        locationId: store?.id ?? NO_STORE,
        name: name.safeParse(cells.get('name')).data ?? '',
        serial: serial.safeParse(cells.get('serial')).data ?? null,
        cells,
        found: errors,
      });
    });
    const vendors = lines.some(({ cells }) => cells.has('vendor')) ? await this.imports.vendors() : [];
    const vendorsOf = meantBy(vendors, (vendor) => vendor.name);
    const vendorNames = new Map(vendors.map(({ id, name }) => [id, name]));
    const ofStores = Map.groupBy(rows, ({ locationId }) => locationId);
    const targeted = await mapYielding(ofStores, ([id, some]) => withTargets(some, foundIn.get(id) ?? []));
    return mapYielding(targeted.flat(), ({ line, number, store, message, cells, targets, ...row }) => {
      // Of a serial, all are.
      const isOfSerial = row.serial !== null && targets[0] !== undefined && targets[0].serial !== null;
      const areSeveral = isOfSerial && targets.length > 1;
      // What a piece is found by keeps its spelling.
      const finding = targets.length === 0 ? undefined : isOfSerial ? 'serial' : 'name';
      const kept = [...cells].filter(([field]) => field !== finding);
      const { storeNumber: _number, vendor, ...given } = Object.fromEntries(kept);
      const errors = [...row.found];
      const isWrong = (field: string) => row.found.some((error) => error.field === field);
      if (!store) {
        if (!isWrong('storeNumber')) errors.push({ field: 'storeNumber', message });
      } else if (areSeveral) {
        errors.push({ field: 'serial', message: 'Several have this serial in other spellings.' });
      } else if (row.serial !== null && !isOfSerial) {
        const lost = zeros({ place: store.id, text: row.serial, line });
        if (lost !== undefined) errors.push({ field: 'serial', message: lost });
      }
      // Without a store there is one error, about its number.
      const fields: WantedRow['fields'] = { ...given, locationId: row.locationId };
      for (const field of emptied) if (given[field] === '') fields[field] = null;
      if (vendor === '') fields['vendorId'] = null;
      else if (vendor !== undefined) {
        const [wanted, another] = vendorsOf(createVendorRequest.shape.name.safeParse(vendor).data ?? '');
        const isServed = wanted?.locationIds.length === 0 || wanted?.locationIds.includes(store?.id ?? '');
        const isKept = () => targets.some(({ vendorId }) => vendorId === wanted?.id);
        if (another) {
          errors.push({ field: 'vendor', message: 'Several vendors have this name in other spellings.' });
        } else if (wanted && ((wanted.active && isServed) || isKept())) fields['vendorId'] = wanted.id;
        else if (!isWrong('vendor')) {
          errors.push({ field: 'vendor', message: 'There is no such active vendor for this store.' });
        }
      }
      return {
        line,
        key: `${number} / ${row.serial ?? row.name}`,
        identity: JSON.stringify([
          store?.id ?? keyOf(number),
          row.serial === null ? { name: row.nameKey } : row.serialKey,
        ]),
        targets: areSeveral ? [] : targets,
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
const numberOf = ({ cells }: Pick<CellsOfLine, 'cells'>): string =>
  createLocationRequest.shape.storeNumber.safeParse(cells.get('storeNumber')).data ?? '';

const MOST_EMAILS = 1000;
/** Of those that are no managers. */
const MOST_NAMED = 10;

/** One more than a row may have where there are more; also empty ones. */
const emailsOf = ({ cells }: CellsOfLine): string[] =>
  (cells.get('managers') ?? '').split(';', MOST_EMAILS + 1).map((email) => email.trim().toLowerCase());

/** Maximum number of plans of a person that are neither applied nor expired: each may have megabytes of rows. */
const MOST_OPEN = 20;
const TOO_MUCH_EQUIPMENT = `The stores of this file have more than ${MOST_EQUIPMENT} pieces of equipment. Split it by store.`;
