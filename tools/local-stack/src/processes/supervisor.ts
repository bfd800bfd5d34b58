import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasShapeOf } from '../shape.ts';
import { sizeOf } from './log-errors.ts';
import { identityOf } from './process-identity.ts';
import { killGroup } from './run-command.ts';
import { type ProcessSpec, SupervisedProcess } from './supervised-process.ts';

const LOG_SIZE_LIMIT = 20 * 1024 * 1024;
const ORPHAN_STOPS_WITHIN_MS = 10_000;

/** A process as recorded in `run/processes.json` of a state folder. */
interface KnownProcess {
  name: string;
  pid: number;
  identity: string;
  stopSignal: NodeJS.Signals;
}

const aProcess: KnownProcess = { name: 'name', pid: 0, identity: 'identity', stopSignal: 'SIGTERM' };

export const isAlive = ({ pid, identity }: KnownProcess): boolean => identityOf(pid) === identity;

const recordFile = (stateDir: string): string => join(stateDir, 'run', 'processes.json');

/** The recorded processes of a state folder; none if the record is missing or damaged. */
export function knownProcesses(stateDir: string): KnownProcess[] {
  try {
    const json: unknown = JSON.parse(readFileSync(recordFile(stateDir), 'utf8'));
    return Array.isArray(json) ? json.filter((item) => hasShapeOf(aProcess, item)) : [];
  } catch {
    return [];
  }
}

/** All processes of a running system, with `logs/` and the list `run/processes.json` in its state folder. */
export class Supervisor {
  private readonly processes: SupervisedProcess[] = [];
  private readonly stateDir: string;
  private readonly say: (text: string) => void;
  private stopped: Promise<void> | undefined;

  constructor(stateDir: string, say: (text: string) => void) {
    this.stateDir = stateDir;
    this.say = say;
    for (const name of ['logs', 'run']) mkdirSync(join(stateDir, name), { recursive: true });
  }

  /** Starts a process and waits until it is ready; from then on it is restarted whenever it ends. */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.stopped) return;
    const logFile = join(this.stateDir, 'logs', `${spec.name}.log`);
    if (sizeOf(logFile) > LOG_SIZE_LIMIT) renameSync(logFile, `${logFile}.1`);
    const supervised = new SupervisedProcess(spec, logFile, this.say, () => this.record());
    this.processes.push(supervised);
    await supervised.start();
  }

  /** Stops the processes of these specs permanently. */
  async retire(specs: ProcessSpec[]): Promise<void> {
    const chosen = this.processes.filter(({ spec }) => specs.includes(spec));
    await Promise.all(chosen.map((supervised) => supervised.stop()));
    for (const supervised of chosen) this.processes.splice(this.processes.indexOf(supervised), 1);
    this.record();
  }

  /** Stops everything in order: the gateway, the services, the backends. */
  stop(): Promise<void> {
    this.stopped ??= this.stopTiers();
    return this.stopped;
  }

  private async stopTiers(): Promise<void> {
    for (const tier of [2, 1, 0]) {
      const inTier = this.processes.filter(({ spec }) => spec.tier === tier);
      await Promise.all(inTier.map((supervised) => supervised.stop()));
    }
  }

  private record(): void {
    const running = this.processes.flatMap(({ pid, spec }): KnownProcess[] => {
      const identity = pid === undefined ? undefined : identityOf(pid);
      if (pid === undefined || identity === undefined) return [];
      return [{ name: spec.name, pid, identity, stopSignal: spec.stopSignal ?? 'SIGTERM' }];
    });
    const file = recordFile(this.stateDir);
    writeFileSync(`${file}.new`, JSON.stringify(running));
    renameSync(`${file}.new`, file);
  }
}

/**
 * Stops the processes of an earlier, killed run of this state folder.
 * @returns their names
 */
export async function stopOrphans(stateDir: string): Promise<string[]> {
  const orphans = knownProcesses(stateDir).filter(isAlive);
  for (const orphan of orphans) process.kill(orphan.pid, orphan.stopSignal);
  const deadline = Date.now() + ORPHAN_STOPS_WITHIN_MS;
  while (orphans.some(isAlive) && Date.now() < deadline) await sleep(50);
  for (const orphan of orphans.filter(isAlive)) killGroup(orphan.pid, 'SIGKILL');
  return orphans.map(({ name }) => name);
}
