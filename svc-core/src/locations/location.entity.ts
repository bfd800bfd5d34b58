import { Column, Entity, UpdateDateColumn } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { locationStatuses } from './location-names.ts';
import type { Closure, OpenRange } from './stored-hours.ts';

@Entity({ schema: 'core', name: 'locations' })
export class Location extends VersionedRow {
  @Column('varchar', { length: 255 })
  name: string;

  @Column('text')
  address: string;

  @Column('varchar', { length: 100 })
  city: string;

  @Column('varchar', { length: 50 })
  state: string;

  @Column('varchar', { name: 'zip_code', length: 20 })
  zipCode: string;

  @Column('varchar', { length: 20, nullable: true })
  phone: string | null;

  @Column('varchar', { name: 'store_number', length: 50 })
  storeNumber: string;

  /** Of another system. */
  @Column('varchar', { name: 'external_id', length: 120, nullable: true })
  externalId: string | null;

  @Column('varchar', { length: 20, default: 'active' })
  status: (typeof locationStatuses)[number];

  /** The store's time zone as an IANA name. */
  @Column('varchar', { length: 64 })
  timezone: string;

  @Column('jsonb', { default: [] })
  hours: OpenRange[];

  @Column('jsonb', { default: [] })
  closures: Closure[];

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Since when the location is out of lists and counts; null for one that is not. */
  @Column({ type: 'timestamptz', name: 'archived_at', precision: 3, nullable: true })
  archivedAt: Date | null;

  /** Set when the location is removed and hidden, until its rows are deleted. */
  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, nullable: true })
  removedAt: Date | null;

  /** Not 0 for one of those whose store number was another's before spellings were compared; kept by the database. */
  @Column({ type: 'integer', default: 0, insert: false, update: false, select: false })
  twin: number;

  /** When a response showed something else of it, if that was after its own change; kept by the database. */
  @Column({ type: 'timestamptz', name: 'shown_at', precision: 3, nullable: true, select: false })
  shownAt: Date | null;
}
