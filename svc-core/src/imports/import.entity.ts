import { Column, Entity, ForeignKey } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { ImportKind, ImportResponse } from './imports.schemas.ts';

@Entity({ schema: 'core', name: 'imports' })
export class Import extends VersionedRow {
  @Column('varchar', { length: 20 })
  kind: ImportKind;

  @Column('varchar', { length: 10, default: 'planned' })
  state: ImportResponse['state'];

  @Column('uuid', { name: 'created_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_imports_created_by', onDelete: 'SET NULL' })
  createdBy: string | null;

  /** The actor of its changes. */
  @Column('uuid', { name: 'applied_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_imports_applied_by', onDelete: 'SET NULL' })
  appliedBy: string | null;

  @Column({
    type: 'timestamptz',
    name: 'expires_at',
    precision: 3,
    default: () => "now() + interval '24 hours'",
  })
  expiresAt: Date;

  /** Of its rows, once they are deleted. */
  @Column('jsonb', { nullable: true })
  counts: ImportResponse['counts'] | null;
}
