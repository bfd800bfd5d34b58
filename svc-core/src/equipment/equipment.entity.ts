import { Column, Entity, ForeignKey, UpdateDateColumn } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Location } from '../locations/location.entity.ts';
import type { EquipmentResponse } from './equipment.schemas.ts';

@Entity({ schema: 'core', name: 'equipment' })
export class Equipment extends VersionedRow {
  @Column('uuid', { name: 'location_id' })
  @ForeignKey(() => Location, { name: 'fk_equipment_location_id', onDelete: 'CASCADE' })
  locationId: string;

  @Column('varchar', { length: 120 })
  name: string;

  @Column('varchar', { length: 20 })
  category: EquipmentResponse['category'];

  @Column('varchar', { length: 20, default: 'in_service' })
  status: EquipmentResponse['status'];

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Set once it is removed and hidden, while its tickets and reports leave it. */
  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, nullable: true })
  removedAt: Date | null;
}
