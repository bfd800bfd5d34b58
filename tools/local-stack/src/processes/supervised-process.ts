import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { LogErrors, lastLines, sizeOf } from './log-errors.ts';
import { killGroup, type SystemUser } from './run-command.ts';

/** A process that runs for as long as the system does. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  user?: SystemUser | undefined;
  /** The signal for an orderly end; SIGTERM if absent. */
  stopSignal?: NodeJS.Signals;
  /** Higher tiers stop first: 0 backends, 1 services, 2 the gateway. */
  tier: 0 | 1 | 2;
  /** Whether it is ready now. May throw instead of returning false. */
  isReady: () => Promise<boolean>;
  /** How long a start may take. */
  readyWithinMs: number;
  /** How often the first start is attempted when the process ends at once; 1 if absent. */
  attempts?: number;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const STEADY_AFTER_MS = 30_000;
const STOP_WITHIN_MS = 10_000;
const PROBE_EVERY_MS = 50;

/** Starts one process, restarts it when it ends, and stops it. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  private readonly logFile: string;
  private readonly say: (text: string) => void;
  private readonly onChange: () => void;
  private child: ChildProcess | undefined;
  private readonly stopping = new AbortController();
  private ended: Promise<unknown> = Promise.resolve();

  constructor(spec: ProcessSpec, logFile: string, say: (text: string) => void, onChange: () => void) {
    this.spec = spec;
    this.logFile = logFile;
    this.say = say;
    this.onChange = onChange;
  }

  /** The pid while it runs. */
  get pid(): number | undefined {
    return this.child?.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined;
  }

  /**
   * Resolves once the process is ready.
   * @throws Failure with the end of its log when it dies or takes too long.
   */
  async start(): Promise<void> {
    const { name, readyWithinMs, attempts = 1 } = this.spec;
    for (let attempt = 1; ; attempt += 1) {
      const logOffset = sizeOf(this.logFile);
      const child = this.spawn();
      if (await this.untilReady()) {
        this.ended = this.keepAlive(child);
        return;
      }
      if (this.isStopping()) return;
      if (this.pid !== undefined || attempt >= attempts) {
        const state =
          this.pid === undefined ? 'stopped at once' : `was not ready in ${readyWithinMs / 1000} s`;
        const output = lastLines(this.logFile, logOffset);
        throw new Failure(`${name} ${state}; its log is ${this.logFile}.`, { output });
      }
      await sleep(FIRST_PAUSE_MS * attempt);
    }
  }

  /** Ends the process and its children. May be called at any time, and repeatedly. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const { child } = this;
    if (child && this.pid !== undefined) {
      const exited = exitOf(child);
      child.kill(this.spec.stopSignal ?? 'SIGTERM');
      const late = setTimeout(() => killGroup(child.pid, 'SIGKILL'), STOP_WITHIN_MS);
      await exited;
      clearTimeout(late);
    }
    killGroup(child?.pid, 'SIGKILL');
    await this.ended;
    this.onChange();
  }

  private spawn(): ChildProcess {
    const { command, args, cwd, env, user } = this.spec;
    // Directly into the file: a process must not fail because of a broken pipe when this command is killed.
    const log = openSync(this.logFile, 'a');
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: true, ...user });
    closeSync(log);
    child.on('error', () => undefined);
    child.on('exit', () => killGroup(child.pid, 'SIGKILL'));
    this.child = child;
    this.onChange();
    return child;
  }

  private async untilReady(): Promise<boolean> {
    const deadline = Date.now() + this.spec.readyWithinMs;
    while (this.pid !== undefined && Date.now() < deadline && !this.isStopping()) {
      if (await this.spec.isReady().catch(() => false)) return true;
      await sleep(PROBE_EVERY_MS);
    }
    return false;
  }

  /** Waits for the process to end and restarts it, until it is stopped. */
  private async keepAlive(first: ChildProcess): Promise<void> {
    const { name } = this.spec;
    const errors = new LogErrors(this.logFile, (line) => this.say(`${name}: ${line}`));
    let child = first;
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const startedAt = Date.now();
      if (this.pid !== undefined) await exitOf(child);
      if (this.isStopping()) break;
      const how = child.signalCode ?? `exit code ${child.exitCode ?? 'unknown'}`;
      this.say(`${name} stopped unexpectedly (${how}); restarting it. Its log: ${this.logFile}`);
      if (Date.now() - startedAt > STEADY_AFTER_MS) pause = FIRST_PAUSE_MS;
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.isStopping()) break;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      child = this.spawn();
      if (await this.untilReady()) this.say(`${name} is running again.`);
    }
    errors.close();
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }
}

const exitOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
