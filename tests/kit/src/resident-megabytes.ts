import { readFile } from 'node:fs/promises';

/** Megabytes (2^20) of memory a process occupies just now. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
