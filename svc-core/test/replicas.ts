import { type ChildProcess, spawn } from 'node:child_process';
import type { TestBackends } from '@mainstay/service-kit/testing';

/** Processes of the built service on a database, as in production. */
export function replicasOf(backends: () => TestBackends) {
  const running = new Set<ChildProcess>();
  return {
    start(): ChildProcess {
      const child = spawn(process.execPath, ['dist/main.js'], {
        env: { ...process.env, ...backends().envFor('svc_core') },
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
