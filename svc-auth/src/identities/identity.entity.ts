import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of auth.identities: the account of a user at a provider, found by issuer and subject alone. */
@Entity({ name: 'identities', schema: 'auth', synchronize: false })
export class Identity {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('varchar', { length: 500 })
  issuer: string;

  @Column('varchar', { length: 255 })
  subject: string;

  /** The address by which it was linked. Later ones of the provider change nothing. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('timestamptz', { name: 'linked_at', default: () => 'now()' })
  linkedAt: Date;

  @Column('timestamptz', { name: 'last_used_at', default: () => 'now()' })
  lastUsedAt: Date;
}
