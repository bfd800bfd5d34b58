import { Injectable } from '@nestjs/common';
import { createEquipmentRequest } from '../equipment/equipment.schemas.ts';
import { keyOf, meantBy } from '../fields/key-of.ts';
import { createLocationRequest } from '../locations/locations.schemas.ts';
import { createVendorRequest } from '../vendors/vendors.schemas.ts';
import type { CellsOfLine } from './cells-by-field.ts';
import { unreadable } from './csv-file.ts';
import { withKeys, withTargets } from './equipment-targets.ts';
import { lacksZeros, lostZeros, withoutZeros } from './lost-zeros.ts';
import type { WantedRow } from './plan-rows.ts';
import {
  type MachineToImport,
  MOST_EQUIPMENT,
  type StoreToImport,
  TargetsRepository,
  type VendorToImport,
} from './targets.repository.ts';
import { mapYielding } from './yielding.ts';

/**
 * Finds the store of a number for each row in turn, or why it has none.
 * @param addedBy the line of the row, if it may add the number
 */
type StoreOf = (number: string, addedBy?: number) => { store?: StoreToImport; message?: string };
type Errors = WantedRow['errors'];

/** What rows of a file ask for, with what each may mean. */
@Injectable()
export class WantedRows {
  constructor(private readonly targets: TargetsRepository) {}

  async stores(lines: readonly CellsOfLine[]): Promise<WantedRow[]> {
    const { storeOf } = await this.storesOf(lines);
    const people = lines.some(({ cells }) => cells.has('managers')) ? await this.targets.managers() : [];
    const managers: Managers = new Map(
      people.map(({ email, id, locationIds }) => [email, { id, stores: new Set(locationIds) }]),
    );
    return mapYielding(lines, (line) => wantedStore(line, storeOf, managers));
  }

  /** @throws Problem 400 when the stores have too much */
  async equipment(lines: readonly CellsOfLine[]): Promise<WantedRow[]> {
    const { stores, storeOf } = await this.storesOf(lines);
    const there = await this.targets.equipmentOf(stores.map(({ id }) => id));
    if (there.length > MOST_EQUIPMENT) throw unreadable(TOO_MUCH_EQUIPMENT);
    const found = await mapYielding(there, withKeys);
    const zeros = lostZeros(
      found.flatMap(({ locationId: place, serial: text }) =>
        text === null ? [] : [{ place, text, words: `Serial ${text} is there.` }],
      ),
    );
    const foundIn = Map.groupBy(found, ({ locationId }) => locationId);
    const rows = await mapYielding(lines, (line) => machineOf(line, storeOf));
    const vendors = lines.some(({ cells }) => cells.has('vendor')) ? await this.targets.vendors() : [];
    const vendorsOf = meantBy(vendors, (vendor) => vendor.name);
    const words = new Map(vendors.map(({ id, name }) => [id, name]));
    const ofStores = Map.groupBy(rows, ({ locationId }) => locationId);
    const targeted = await mapYielding(ofStores, ([id, some]) => withTargets(some, foundIn.get(id) ?? []));
    return mapYielding(targeted.flat(), (row) => ({
      ...wantedMachine(row, zeros, vendorsOf),
      shown: { field: 'vendorId', as: 'vendor', words },
    }));
  }

  /** @returns the stores that the rows may mean, and what finds that of each */
  private async storesOf(
    lines: readonly CellsOfLine[],
  ): Promise<{ stores: StoreToImport[]; storeOf: StoreOf }> {
    const numbers = new Set(await mapYielding(lines, (line) => withoutZeros(numberOf(line))));
    const stores = await this.targets.stores([...numbers]);
    const meant = meantBy(stores, ({ storeNumber }) => storeNumber);
    const zeros = lostZeros(
      stores.map(({ storeNumber: text, archivedAt }) => ({
        text,
        words: `Store ${text} is ${archivedAt === null ? 'there' : 'archived'}.`,
      })),
    );
    const storeOf: StoreOf = (number, addedBy) => {
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
}

function wantedStore(line: CellsOfLine, storeOf: StoreOf, managers: Managers): WantedRow {
  const key = numberOf(line);
  const { store, message } = storeOf(key, line.line);
  const { managers: _emails, storeNumber, ...given } = Object.fromEntries(line.cells);
  const errors = [...line.errors];
  if (message !== undefined) errors.push({ field: 'storeNumber', message });
  if (store && lacksZeros(store.zipCode, given['zipCode'])) {
    errors.push({
      field: 'zipCode',
      message: `Only zeros differ from ${store.zipCode}. Change it on the screen.`,
    });
  }
  const named = managersOf(line, store, managers);
  return {
    line: line.line,
    key,
    identity: keyOf(key),
    targets: store ? [store] : [],
    isArchived: isArchived(store),
    // A store that is found keeps the spelling of its number.
    fields: {
      ...given,
      ...(given['externalId'] === '' && { externalId: null }),
      ...(!store && storeNumber !== undefined && { storeNumber }),
    },
    managers: named.managers,
    errors: [...errors, ...named.errors],
  };
}

/** Active district managers by their e-mails. */
type Managers = ReadonlyMap<string, { id: string; stores: ReadonlySet<string> }>;

const MOST_EMAILS = 1000;
/** Of those that are no managers. */
const MOST_NAMED = 10;

/** The managers whom a row names for its store. */
function managersOf(
  { cells }: CellsOfLine,
  store: StoreToImport | undefined,
  known: Managers,
): Pick<WantedRow, 'managers' | 'errors'> {
  const errors: Errors = [];
  const refuse = (message: string) => errors.push({ field: 'managers', message });
  const cell = cells.get('managers');
  if (cell === '') refuse('An import removes no managers.');
  // One more than a row may have where there are more; also empty ones.
  const emails = (cell ?? '').split(';', MOST_EMAILS + 1).map((email) => email.trim().toLowerCase());
  if (emails.length > MOST_EMAILS) refuse(`At most ${MOST_EMAILS} e-mails in a row.`);
  const managers: WantedRow['managers'] = [];
  const unknown: string[] = [];
  for (const email of new Set(emails.slice(0, MOST_EMAILS).filter((each) => each !== ''))) {
    const manager = known.get(email);
    if (!manager) unknown.push(email.slice(0, 100));
    else managers.push({ id: manager.id, email, isAssigned: store ? manager.stores.has(store.id) : false });
  }
  for (const email of unknown.slice(0, MOST_NAMED)) refuse(`There is no active district manager ${email}.`);
  const others = unknown.length - MOST_NAMED;
  if (others > 0) refuse(`${others} more are no active district managers either.`);
  return { managers, errors };
}

const NO_STORE = '00000000-0000-7000-8000-000000000000';

/** A row of equipment by what it is found by. */
function machineOf({ line, cells, errors }: CellsOfLine, storeOf: StoreOf) {
  const { name, serial } = createEquipmentRequest.shape;
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
    errors,
  });
}

type Machine = ReturnType<typeof machineOf> & { targets: readonly MachineToImport[] };
type VendorsOf = (name: string) => readonly VendorToImport[];

/** Fields that are null, not an empty text, where a row empties them. */
const emptied = ['installedOn', 'warrantyUntil', 'replacementCost', 'externalId'];

function wantedMachine(row: Machine, zeros: ReturnType<typeof lostZeros>, vendorsOf: VendorsOf): WantedRow {
  const { line, number, store, targets } = row;
  // Of a serial, all are.
  const isOfSerial = row.serial !== null && targets[0] !== undefined && targets[0].serial !== null;
  const areSeveral = isOfSerial && targets.length > 1;
  // What a piece is found by keeps its spelling.
  const finding = targets.length === 0 ? undefined : isOfSerial ? 'serial' : 'name';
  const kept = [...row.cells].filter(([field]) => field !== finding);
  const { storeNumber: _number, vendor, ...given } = Object.fromEntries(kept);
  const errors = [...row.errors];
  if (!store) {
    if (!isWrong(row, 'storeNumber')) errors.push({ field: 'storeNumber', message: row.message });
  } else if (areSeveral) {
    errors.push({ field: 'serial', message: 'Several have this serial in other spellings.' });
  } else if (row.serial !== null && !isOfSerial) {
    const lost = zeros({ place: store.id, text: row.serial, line });
    if (lost !== undefined) errors.push({ field: 'serial', message: lost });
  }
  // Without a store there is one error, about its number.
  const fields: WantedRow['fields'] = { ...given, locationId: row.locationId };
  for (const field of emptied) if (given[field] === '') fields[field] = null;
  const { vendorId, message } = vendorOf(row, vendor, vendorsOf);
  if (vendorId !== undefined) fields['vendorId'] = vendorId;
  if (message !== undefined) errors.push({ field: 'vendor', message });
  return {
    line,
    key: `${number} / ${row.serial ?? row.name}`,
    identity: JSON.stringify([
      store?.id ?? keyOf(number),
      row.serial === null ? { name: row.nameKey } : row.serialKey,
    ]),
    targets: areSeveral ? [] : targets,
    isArchived: isArchived(store),
    fields,
    managers: [],
    errors,
  };
}

/** The vendor that a row names: an active one of the store, or the one that is there. */
function vendorOf(
  row: Machine,
  name: string | undefined,
  vendorsOf: VendorsOf,
): { vendorId?: string | null; message?: string } {
  if (name === undefined) return {};
  if (name === '') return { vendorId: null };
  const [wanted, another] = vendorsOf(createVendorRequest.shape.name.safeParse(name).data ?? '');
  if (another) return { message: 'Several vendors have this name in other spellings.' };
  const isServed = wanted?.locationIds.length === 0 || wanted?.locationIds.includes(row.store?.id ?? '');
  const isKept = () => row.targets.some(({ vendorId }) => vendorId === wanted?.id);
  if (wanted && ((wanted.active && isServed) || isKept())) return { vendorId: wanted.id };
  return isWrong(row, 'vendor') ? {} : { message: 'There is no such active vendor for this store.' };
}

const isWrong = ({ errors }: { errors: Errors }, field: string): boolean =>
  errors.some((error) => error.field === field);

const isArchived = (store: StoreToImport | undefined): boolean =>
  store !== undefined && store.archivedAt !== null;

/** As the API stores it, so that it is found. */
const numberOf = ({ cells }: Pick<CellsOfLine, 'cells'>): string =>
  createLocationRequest.shape.storeNumber.safeParse(cells.get('storeNumber')).data ?? '';

const TOO_MUCH_EQUIPMENT = `The stores of this file have more than ${MOST_EQUIPMENT} pieces of equipment. Split it by store.`;
