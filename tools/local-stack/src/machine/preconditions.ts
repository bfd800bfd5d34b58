import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { codeOf, Failure } from '../failure.ts';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** @throws Failure where the embedded programs do not run. */
export function checkPlatform(): void {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new Failure(
      `Mainstay runs on Linux and macOS (x64 and arm64); this is ${platform}. On Windows, use WSL with Debian or Ubuntu.`,
    );
  }
}

/** @throws Failure when less than `megabytes` are free on the disk of `folder`. */
export function checkDiskSpace(folder: string, megabytes: number): void {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  if (free < megabytes) {
    throw new Failure(
      `The disk that holds ${folder} has ${free} MB free, and ${megabytes} MB are needed: free some space and start again.`,
    );
  }
}

/**
 * The port to serve on: PORT, else 8080; 0 picks a free one.
 * @throws Failure for anything that is not a port.
 */
export function readPort(value: string | undefined): number {
  if (value === undefined || value === '') return 8080;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new Failure(`PORT is "${value}", which is not a port number.`);
  return port;
}

/** @throws Failure when nothing can listen on 127.0.0.1:`port`. */
export async function checkPortIsFree(port: number): Promise<void> {
  const messages = new Map<unknown, string>([
    [
      'EADDRINUSE',
      `is taken by another program: stop it, or choose another port with PORT=${port + 1} npm start.`,
    ],
    ['EACCES', 'is open to administrators only: choose one above 1023 with PORT=8080 npm start.'],
  ]);
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause) => {
      const message = messages.get(codeOf(cause));
      reject(message === undefined ? cause : new Failure(`Port ${port} ${message}`, { cause }));
    });
    server.listen({ host: '127.0.0.1', port }, () => server.close(() => resolve()));
  });
}
