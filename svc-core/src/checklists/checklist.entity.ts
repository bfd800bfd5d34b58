import { Column, Entity } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { ChecklistStep } from './checklists.schemas.ts';

/** What to check in a store. */
@Entity({ schema: 'core', name: 'checklists' })
export class Checklist extends VersionedRow {
  @Column('varchar', { length: 120 })
  name: string;

  @Column('jsonb')
  steps: ChecklistStep[];

  @Column('boolean', { default: true })
  active: boolean;
}
