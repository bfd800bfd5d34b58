import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Location } from './location.entity.ts';

/** The assignments of svc-core. Read-only here. */
@Entity({ schema: 'core', name: 'manager_assignments', synchronize: false })
export class ManagerAssignment {
  @PrimaryColumn('uuid', { name: 'manager_id' })
  managerId: string;

  @PrimaryColumn('uuid', { name: 'location_id' })
  locationId: string;

  @ManyToOne(() => Location)
  @JoinColumn({ name: 'location_id' })
  location: Location;
}
