import { Column, Entity, ForeignKey, JoinColumn, ManyToOne } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { Location } from '../locations/location.entity.ts';

@Entity({ schema: 'core', name: 'intake_codes' })
export class IntakeCode extends VersionedRow {
  /** That of the equipment, if it has one. */
  @Column('uuid', { name: 'location_id' })
  locationId: string;

  @ManyToOne(() => Location, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'location_id', foreignKeyConstraintName: 'fk_intake_codes_location_id' })
  location: Location;

  /** Null for a code of the whole location. */
  @Column('uuid', { name: 'equipment_id', nullable: true })
  equipmentId: string | null;

  @ManyToOne(() => Equipment, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'equipment_id', foreignKeyConstraintName: 'fk_intake_codes_equipment_id' })
  equipment: Equipment | null;

  /** The SHA-256 of the code, which is stored nowhere else. */
  @Column('bytea', { name: 'code_hash', select: false })
  codeHash: Buffer;

  @Column('varchar', { length: 60, nullable: true })
  label: string | null;

  @Column('boolean', { default: true })
  active: boolean;

  @Column({ type: 'timestamptz', name: 'suspended_until', precision: 3, nullable: true })
  suspendedUntil: Date | null;

  @Column('uuid', { name: 'created_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_intake_codes_created_by', onDelete: 'SET NULL' })
  createdBy: string | null;

  @Column({ type: 'timestamptz', name: 'rotated_at', precision: 3, nullable: true })
  rotatedAt: Date | null;

  /** Its changes are neither versions nor in the audit trail. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
