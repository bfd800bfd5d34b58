import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasShapeOf } from '../shape.ts';

/**
 * Distinguishes a process from a later one with the same pid: the moment it started. Undefined when there is no such
 * process (a zombie counts as ended). Linux: proc(5), `stat` field 22; elsewhere `ps -o lstart`.
 */
export function identityOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
      );
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may contain spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${bootId}/${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

/** A process as recorded in a file. */
export interface KnownProcess {
  name: string;
  pid: number;
  identity: string;
  stopSignal: NodeJS.Signals;
}

export const isAlive = ({ pid, identity }: Pick<KnownProcess, 'pid' | 'identity'>): boolean =>
  identityOf(pid) === identity;

/** The processes in parsed JSON; anything else is ignored. */
export const knownProcesses = (json: unknown): KnownProcess[] =>
  Array.isArray(json) ? json.filter((item) => hasShapeOf(aProcess, item)) : [];

const aProcess: KnownProcess = { name: 'name', pid: 0, identity: 'identity', stopSignal: 'SIGTERM' };
