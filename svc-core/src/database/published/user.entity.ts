import type { Role } from '@mainstay/service-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The users of svc-auth, as far as this service looks for them. Read-only here. */
@Entity({ schema: 'auth', name: 'users', synchronize: false })
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('varchar', { name: 'first_name', length: 100 })
  firstName: string;

  @Column('varchar', { name: 'last_name', length: 100 })
  lastName: string;

  @Column('varchar', { length: 50 })
  role: Role;

  @Column('boolean')
  active: boolean;
}
