import type { categories } from '@mainstay/service-kit';
import { Column, Entity, ForeignKey, UpdateDateColumn } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Location } from '../locations/location.entity.ts';
import { Vendor } from '../vendors/vendor.entity.ts';
import type { equipmentStatuses } from './equipment-names.ts';

@Entity({ schema: 'core', name: 'equipment' })
export class Equipment extends VersionedRow {
  @Column('uuid', { name: 'location_id' })
  @ForeignKey(() => Location, { name: 'fk_equipment_location_id', onDelete: 'CASCADE' })
  locationId: string;

  @Column('varchar', { length: 120 })
  name: string;

  @Column('varchar', { length: 20 })
  category: (typeof categories)[number];

  @Column('varchar', { length: 20, default: 'in_service' })
  status: (typeof equipmentStatuses)[number];

  @Column('varchar', { length: 100, nullable: true })
  manufacturer: string | null;

  @Column('varchar', { length: 100, nullable: true })
  model: string | null;

  @Column('varchar', { length: 100, nullable: true })
  serial: string | null;

  /** Of another system. */
  @Column('varchar', { name: 'external_id', length: 120, nullable: true })
  externalId: string | null;

  @Column('date', { name: 'installed_on', nullable: true })
  installedOn: string | null;

  @Column('date', { name: 'warranty_until', nullable: true })
  warrantyUntil: string | null;

  @Column('varchar', { name: 'warranty_note', length: 500, nullable: true })
  warrantyNote: string | null;

  @Column('numeric', { name: 'replacement_cost', precision: 12, scale: 2, nullable: true })
  replacementCost: string | null;

  @Column('uuid', { name: 'vendor_id', nullable: true })
  @ForeignKey(() => Vendor, { name: 'fk_equipment_vendor_id' })
  vendorId: string | null;

  @Column('varchar', { length: 2000, nullable: true })
  notes: string | null;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Set once it is removed and hidden, while its tickets and reports leave it. */
  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, nullable: true })
  removedAt: Date | null;

  /** Not 0 for one of those whose serial was another's before spellings were compared; kept by the database. */
  @Column({ type: 'integer', default: 0, insert: false, update: false, select: false })
  twin: number;

  /** When a response showed something else of it, if that was after its own change; kept by the database. */
  @Column({ type: 'timestamptz', name: 'shown_at', precision: 3, nullable: true, select: false })
  shownAt: Date | null;
}
