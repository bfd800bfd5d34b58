import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Role } from '@mainstay/service-kit';

/** The columns of users that svc-auth publishes to this service. Read-only here. */
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

  @Column('text', { name: 'profile_image_url', nullable: true })
  profileImageUrl: string | null;

  @Column('varchar', { length: 50 })
  role: Role;

  @Column('boolean')
  active: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
