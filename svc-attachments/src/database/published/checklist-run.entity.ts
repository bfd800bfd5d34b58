import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The runs of checklists of svc-core. Read-only here. */
@Entity({ schema: 'core', name: 'checklist_runs', synchronize: false })
export class ChecklistRun {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'location_id' })
  locationId: string;

  @Column('varchar', { length: 10 })
  state: 'open' | 'done';

  @Column('jsonb')
  steps: { id: string }[];
}
