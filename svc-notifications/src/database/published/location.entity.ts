import { Entity, PrimaryColumn } from 'typeorm';

/** The locations of svc-core. Row security hides those that are being removed. Read-only here. */
@Entity({ schema: 'core', name: 'locations', synchronize: false })
export class Location {
  @PrimaryColumn('uuid')
  id: string;
}
