import type { categories } from '@mainstay/service-kit';
import { Column, Entity, UpdateDateColumn } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { vendorLanguages } from './vendor-name.ts';

@Entity({ schema: 'core', name: 'vendors' })
export class Vendor extends VersionedRow {
  @Column('varchar', { length: 160 })
  name: string;

  @Column('varchar', { length: 20, array: true, default: [] })
  trades: (typeof categories)[number][];

  @Column('varchar', { length: 254, nullable: true })
  email: string | null;

  @Column('varchar', { length: 40, nullable: true })
  phone: string | null;

  @Column('numeric', { name: 'spending_limit', precision: 12, scale: 2, nullable: true })
  spendingLimit: string | null;

  /** Of its mails. */
  @Column('varchar', { length: 2, default: 'en' })
  language: (typeof vendorLanguages)[number];

  @Column('boolean', { default: true })
  active: boolean;

  /** Locations that it serves; empty for all of them. */
  @Column('uuid', { name: 'location_ids', array: true, default: [] })
  locationIds: string[];

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Not 0 for one of those whose name was another's before spellings were compared; kept by the database. */
  @Column({ type: 'integer', default: 0, insert: false, update: false, select: false })
  twin: number;

  /** When a response showed something else of it, if that was after its own change; kept by the database. */
  @Column({ type: 'timestamptz', name: 'shown_at', precision: 3, nullable: true, select: false })
  shownAt: Date | null;
}
