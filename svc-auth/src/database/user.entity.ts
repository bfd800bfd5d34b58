import type { Role } from '@mainstay/service-kit';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A row of auth.users (specification, section 3: User). */
@Entity({ name: 'users', schema: 'auth', synchronize: false })
@Unique('uq_users_email', ['email'])
export class User {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  /** Trimmed and in lower case, because e-mails are compared case-insensitively. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  @Column('varchar', { name: 'first_name', length: 100 })
  firstName: string;

  @Column('varchar', { name: 'last_name', length: 100 })
  lastName: string;

  @Column('text', { name: 'profile_image_url', nullable: true })
  profileImageUrl: string | null;

  @Column('varchar', { length: 50, default: 'district_manager' })
  role: Role;

  @Column('boolean', { default: true })
  active: boolean;

  /** Sessions store the epoch in which they started; incrementing it ends them all. */
  @Column('integer', { name: 'session_epoch', default: 0 })
  sessionEpoch: number;

  /** Incremented by the database with each change; used as the entity tag. */
  @Column({ type: 'integer', default: 1, insert: false, update: false })
  version: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
