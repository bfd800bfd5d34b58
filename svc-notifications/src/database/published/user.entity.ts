import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The users of svc-auth, as far as mails are written to them. Read-only here. */
@Entity({ schema: 'auth', name: 'users', synchronize: false })
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { name: 'first_name', length: 100 })
  firstName: string;

  @Column('varchar', { name: 'last_name', length: 100 })
  lastName: string;

  @Column('boolean')
  active: boolean;
}
