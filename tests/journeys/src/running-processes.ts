import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const recorded = z.array(z.object({ name: z.string(), pid: z.number() }));

/** Process ids of the system by name, including nginx workers, which a reload replaces. */
export async function runningProcesses(): Promise<Record<string, number | number[]>> {
  const stateDir = process.env['MAINSTAY_STATE_DIR'];
  if (!stateDir) throw new Error('MAINSTAY_STATE_DIR is not set');
  const file = join(stateDir, 'run/processes.json');
  const processes = recorded.parse(JSON.parse(await readFile(file, 'utf8')));
  const gateway = processes.find(({ name }) => name === 'gateway')?.pid;
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=']);
  const workers = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, pid]) => (parent === gateway && pid !== undefined ? [pid] : []));
  if (workers.length === 0) throw new Error('the gateway has no workers');
  return { ...Object.fromEntries(processes.map(({ name, pid }) => [name, pid])), workers };
}
