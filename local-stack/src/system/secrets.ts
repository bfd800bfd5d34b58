import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RolePasswords, rolePasswords } from '../database/provision.ts';
import { Failure } from '../failure.ts';

/** What one system alone knows. */
export interface Secrets {
  session: string;
  urlSigning: string;
  postgres: string;
  redis: string;
  roles: RolePasswords;
}

const random = () => randomBytes(32).toString('hex');

const makeSecrets = (): Secrets => ({
  session: random(),
  urlSigning: random(),
  postgres: random(),
  redis: random(),
  roles: rolePasswords(random),
});

/** The secrets of a state folder, made on its first run and readable by its owner alone. */
export function readSecrets(stateDir: string): Secrets {
  const file = join(stateDir, 'secrets.json');
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(makeSecrets(), null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const secrets: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!hasShapeOf(makeSecrets(), secrets)) {
    throw new Failure(
      `${file} is damaged: put a copy of it back, or start afresh with "npm run start -- --reset".`,
    );
  }
  return secrets;
}

/** Whether `value` has a non-empty string wherever the pattern has one. */
function hasShapeOf<Shape extends object>(pattern: Shape, value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null) return false;
  const found = new Map<string, unknown>(Object.entries(value));
  return Object.entries(pattern).every(([key, expected]: [string, unknown]) => {
    const item = found.get(key);
    return typeof expected === 'object' && expected !== null
      ? hasShapeOf(expected, item)
      : typeof item === 'string' && item !== '';
  });
}
