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
  if (!existsSync(file)) write(file, makeSecrets());
  const secrets: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { intake, ...first } = { ...makeSecrets(), roles: {} as RolePasswords };
  if (!hasShapeOf(first, secrets)) {
    throw new Failure(
      `${file} is damaged: put a copy of it back, or start afresh with "npm run start -- --reset".`,
    );
  }
  const missing = Object.entries(rolePasswords(random)).filter(([role]) => !secrets.roles[role]);
  if (missing.length === 0 && hasShapeOf({ intake }, secrets)) return secrets;
  const complete = { intake, ...secrets, roles: { ...secrets.roles, ...Object.fromEntries(missing) } };
  write(file, complete);
  return complete;
}

function write(file: string, secrets: Secrets): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
