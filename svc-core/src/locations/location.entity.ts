import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { LocationStatus } from './locations.schemas.ts';

@Entity({ schema: 'core', name: 'locations' })
export class Location {
  @PrimaryGeneratedColumn('uuid')
  id: string;

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

  @Column('varchar', { length: 20, default: 'active' })
  status: LocationStatus;

  /** The store's time zone as an IANA name. */
  @Column('varchar', { length: 64 })
  timezone: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Set when the location is removed and hidden, until its rows are deleted. */
  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, nullable: true })
  removedAt: Date | null;

  /** Incremented by the database with each change; used as the entity tag. */
  @Column({ type: 'integer', default: 1, insert: false, update: false })
  version: number;
}
