import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RolePasswords, rolePasswords } from '../database/provision.ts';
import { Failure } from '../failure.ts';
import { hasShapeOf } from '../shape.ts';

/** The secrets of one system. */
export interface Secrets {
  session: string;
  urlSigning: string;
  intake: string;
  postgres: string;
  redis: string;
  roles: RolePasswords;
}

const random = () => randomBytes(32).toString('hex');

const makeSecrets = (): Secrets => ({
  session: random(),
  urlSigning: random(),
  intake: random(),
  postgres: random(),
  redis: random(),
  roles: rolePasswords(random),
});

/**
 * The secrets of a state folder, created on its first run and readable only by its owner. A service that was added
 * since gets passwords for its roles; secrets that are new are added too.
 */
export function readSecrets(stateDir: string): Secrets {
  const file = join(stateDir, 'secrets.json');
  const fresh = makeSecrets();
  const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fresh;
  // The secrets of the first versions; later ones may be missing.
  const { intake: _, roles: __, ...first } = fresh;
  if (!hasShapeOf({ ...first, roles: {} }, stored)) {
    throw new Failure(
      `${file} is damaged: put a copy of it back, or start afresh with "npm run start -- --reset".`,
    );
  }
  const complete = { ...fresh, ...stored, roles: { ...fresh.roles, ...stored.roles } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return complete;
}
