import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Prints its port. Its queue of unaccepted connections has room for one. */
const LISTENER = `
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () =>
  process.stdout.write(String(server.address().port)));`;

const ACCEPTED_WITHIN_MS = 200;

/** An address that drops all packets: connections are neither accepted nor refused. */
interface BlackHole {
  /** host:port */
  address: string;
  close: () => Promise<void>;
}

/**
 * What is left of a replica that vanished with its address: packets to it are dropped. Made of a listener that is
 * stopped and has its queue full, from where on the kernel drops what would begin a connection; needs no rights.
 */
export async function openBlackHole(): Promise<BlackHole> {
  const listener = spawn(process.execPath, ['--eval', LISTENER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(listener.stdout, 'data')) as [Buffer];
  listener.kill('SIGSTOP');
  const sockets: Socket[] = [];
  const isTaken = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(Number(printed.toString()), '127.0.0.1', () => resolve(true));
      socket.on('error', () => undefined);
      setTimeout(() => resolve(false), ACCEPTED_WITHIN_MS);
      sockets.push(socket);
    });
  while (await isTaken()) if (sockets.length > 10) throw new Error('connections are still taken');
  return {
    address: `127.0.0.1:${printed.toString()}`,
    async close() {
      listener.kill('SIGKILL');
      await once(listener, 'exit');
      for (const socket of sockets) socket.destroy();
    },
  };
}
