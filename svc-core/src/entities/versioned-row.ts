import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The columns of every entity that has an ETag. */
export abstract class VersionedRow {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Incremented by the database with each change; used as the entity tag. */
  @Column({ type: 'integer', default: 1, insert: false, update: false })
  version: number;
}
