import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The tickets of svc-core. Read-only here. */
@Entity({ schema: 'core', name: 'tickets', synchronize: false })
export class Ticket {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'location_id' })
  locationId: string;
}
