import type { Role } from '@mainstay/service-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The users of svc-auth, as far as signed addresses depend on them. Read-only here. */
@Entity({ schema: 'auth', name: 'users', synchronize: false })
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('varchar', { length: 50 })
  role: Role;

  @Column('boolean')
  active: boolean;

  /** Incremented when the user is deactivated or reset. */
  @Column('integer', { name: 'session_epoch' })
  sessionEpoch: number;
}
