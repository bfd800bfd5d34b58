import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of auth.tokens: a personal access token, stored only as a hash. */
@Entity({ name: 'tokens', schema: 'auth', synchronize: false })
export class Token {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('varchar', { length: 100 })
  name: string;

  /** SHA-256 in hexadecimal. */
  @Column('char', { name: 'token_hash', length: 64 })
  tokenHash: string;

  @Column('boolean', { name: 'read_only' })
  readOnly: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  /** To the minute; null if it was never used. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;
}
