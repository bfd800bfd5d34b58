import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isAlive, knownProcesses, type KnownProcess } from './process-identity.ts';
import { killGroup } from './run-command.ts';
import { type ProcessSpec, SupervisedProcess } from './supervised-process.ts';

const LOG_SIZE_LIMIT = 20 * 1024 * 1024;
const ORPHAN_STOPS_WITHIN_MS = 10_000;

/** All processes of one running system: logs in `logs/`, the list of processes in `run/processes.json` of its state folder. */
export class Supervisor {
  private readonly processes: SupervisedProcess[] = [];
  private readonly logDir: string;
  private readonly recordFile: string;
  private readonly say: (text: string) => void;
  private stopped: Promise<void> | undefined;

  constructor(stateDir: string, say: (text: string) => void) {
    this.logDir = join(stateDir, 'logs');
    this.recordFile = join(stateDir, 'run', 'processes.json');
    this.say = say;
    mkdirSync(this.logDir, { recursive: true });
    mkdirSync(join(stateDir, 'run'), { recursive: true });
  }

  /** Starts a process and waits until it is ready; from then on it is restarted whenever it ends. */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.stopped) return;
    const logFile = join(this.logDir, `${spec.name}.log`);
    const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LOG_SIZE_LIMIT) renameSync(logFile, `${logFile}.1`);
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
    writeFileSync(`${this.recordFile}.new`, JSON.stringify(running));
    renameSync(`${this.recordFile}.new`, this.recordFile);
  }
}

/** Stops the processes of an earlier, killed run of this state folder. @returns their names */
export async function stopOrphans(stateDir: string): Promise<string[]> {
  const recordFile = join(stateDir, 'run', 'processes.json');
  if (!existsSync(recordFile)) return [];
  const orphans = readRecord(recordFile).filter(isAlive);
  for (const orphan of orphans) process.kill(orphan.pid, orphan.stopSignal);
  const deadline = Date.now() + ORPHAN_STOPS_WITHIN_MS;
  while (orphans.some(isAlive) && Date.now() < deadline) await sleep(50);
  for (const orphan of orphans.filter(isAlive)) killGroup(orphan.pid, 'SIGKILL');
  return orphans.map(({ name }) => name);
}

function readRecord(file: string): KnownProcess[] {
  try {
    return knownProcesses(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
