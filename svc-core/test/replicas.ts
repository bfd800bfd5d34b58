import { type ChildProcess, spawn } from 'node:child_process';
import type { TestBackends } from '@mainstay/service-kit/testing';

/** Processes of the built service on a database, as in production. */
export function replicasOf(backends: () => TestBackends) {
  const running = new Set<ChildProcess>();
  return {
    /** @param env further settings */
    start(env: Record<string, string> = {}): ChildProcess {
      const child = spawn(process.execPath, ['dist/main.js'], {
        env: { ...process.env, ...backends().envFor('svc_core'), ...env },
        stdio: 'inherit',
      });
      running.add(child);
      return child;
    },
    killAll(): void {
      for (const child of running) child.kill('SIGKILL');
      running.clear();
    },
  };
}
