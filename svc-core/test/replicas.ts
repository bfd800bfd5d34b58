import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestBackends } from '@mainstay/service-kit/testing';
import { freePort } from '@mainstay/test-kit';

/** Processes of the built service on a database, as in production. */
export function replicasOf(backends: () => TestBackends) {
  const running = new Set<ChildProcess>();
  /** @param env further settings */
  const start = (env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, ['dist/main.js'], {
      env: { ...process.env, ...backends().envFor('svc_core'), ...env },
      stdio: 'inherit',
    });
    running.add(child);
    return child;
  };
  return {
    start,
    /**
     * Sends a POST to a new process, which is killed once the request has got so far.
     * @returns the status, if the response came before
     */
    async killDuring(
      path: string,
      request: RequestInit,
      isReached: () => Promise<boolean>,
    ): Promise<number | 'no response'> {
      const port = await freePort();
      const victim = start({ PORT: String(port) });
      const address = `http://127.0.0.1:${port}`;
      const isReady = () =>
        fetch(`${address}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      for (let tries = 0; tries < 600 && !(await isReady()); tries += 1) await sleep(50);
      const sent = fetch(address + path, { method: 'POST', ...request }).then(
        ({ status }) => status,
        () => 'no response' as const,
      );
      for (let tries = 0; tries < 400 && !(await isReached()); tries += 1) await sleep(5);
      victim.kill('SIGKILL');
      return sent;
    },
    /** Does this while another transaction has locked a ticket. */
    async whileLocked(ticketId: string, work: () => Promise<void>): Promise<void> {
      const holder = await backends().admin.connect();
      try {
        await holder.query('BEGIN');
        await holder.query('SELECT FROM core.tickets WHERE id = $1 FOR UPDATE', [ticketId]);
        await work();
      } finally {
        await holder.query('ROLLBACK');
        holder.release();
      }
    },
    killAll(): void {
      for (const child of running) child.kill('SIGKILL');
      running.clear();
    },
  };
}
