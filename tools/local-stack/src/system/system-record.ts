import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasShapeOf } from '../shape.ts';
import type { Control } from './control.ts';

/** How other commands reach a running system. Contains passwords. */
interface SystemRecord {
  /** The administrator's URL. */
  databaseUrl: string;
  redisUrl: string;
  storageDir: string;
  /** Addresses of the replicas, by the names of their processes. */
  services: Record<string, string>;
  control?: Control;
}

const fileOf = (stateDir: string): string => join(stateDir, 'run', 'system.json');

export function writeSystemRecord(stateDir: string, record: SystemRecord): void {
  writeFileSync(fileOf(stateDir), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

/** Undefined if there is no record; a killed system leaves its record behind. */
export function readSystemRecord(stateDir: string): SystemRecord | undefined {
  if (!existsSync(fileOf(stateDir))) return undefined;
  const record: unknown = JSON.parse(readFileSync(fileOf(stateDir), 'utf8'));
  return isSystemRecord(record) ? record : undefined;
}

export const removeSystemRecord = (stateDir: string): void => rmSync(fileOf(stateDir), { force: true });

const isSystemRecord = (value: unknown): value is SystemRecord =>
  hasShapeOf({ databaseUrl: 'url', storageDir: 'folder' }, value);
