import { freePort, isFree } from '@mainstay/test-kit';
import { networkInterfaces } from 'node:os';
import { run } from './command.ts';

/** Why the command cannot run on this machine; undefined if there is a Docker engine with Compose. */
export async function whyNot(): Promise<string | undefined> {
  try {
    await run('docker', ['info', '--format', '{{.ServerVersion}}']);
  } catch {
    return 'There is no Docker engine here: "docker info" does not respond.';
  }
  try {
    await run('docker', ['compose', 'version']);
    return undefined;
  } catch {
    return 'The Docker engine here has no Compose: "docker compose version" does not respond.';
  }
}

/** Engine and Compose with their versions. */
export async function engineVersions(): Promise<string> {
  const engine = await run('docker', ['version', '--format', '{{.Server.Version}}']);
  const compose = await run('docker', ['compose', 'version', '--short']);
  return `Docker Engine ${engine.trim()}, Compose ${compose.trim()}`;
}

/** An address of this machine that its containers reach, too. */
export function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const address = all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) throw new Error('This machine has no network but its own loop.');
  return address;
}

/** Free ports: the first of two neighbours, the first of two others, and two more. */
export type Ports = [pair: number, otherPair: number, one: number, other: number];

export async function freePorts(): Promise<Ports> {
  return [await freePair(), await freePair(), await freePort(), await freePort()];
}

async function freePair(): Promise<number> {
  const first = await freePort();
  return (await isFree(first + 1)) ? first : freePair();
}
