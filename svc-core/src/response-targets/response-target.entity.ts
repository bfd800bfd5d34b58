import { Column, Entity } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { ResponseTarget as Response } from './response-targets.schemas.ts';

/** One for each priority, made by a migration. */
@Entity({ schema: 'core', name: 'response_targets' })
export class ResponseTarget extends VersionedRow {
  @Column('varchar', { length: 20 })
  priority: Response['priority'];

  @Column('integer', { name: 'respond_minutes', nullable: true })
  respondMinutes: number | null;

  @Column('integer', { name: 'resolve_minutes', nullable: true })
  resolveMinutes: number | null;

  @Column('varchar', { length: 20 })
  clock: Response['clock'];

  @Column('smallint', { name: 'at_risk_percent' })
  atRiskPercent: number;

  @Column('integer', { name: 'escalate_after_minutes' })
  escalateAfterMinutes: number;

  @Column('uuid', { name: 'escalate_to', array: true })
  escalateTo: string[];

  @Column('boolean')
  active: boolean;
}
