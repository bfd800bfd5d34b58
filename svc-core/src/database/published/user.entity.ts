import { Entity, PrimaryColumn } from 'typeorm';

/** The users of svc-auth, as far as entities refer to them. Read-only here. */
@Entity({ schema: 'auth', name: 'users', synchronize: false })
export class User {
  @PrimaryColumn('uuid')
  id: string;
}
