import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  /** host:port */
  address: string;
  /** The IPv4 addresses of its one name, from the next question on. */
  addresses: string[];
  close: () => Promise<void>;
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** A name server (RFC 1035) that knows the IPv4 addresses of one name. */
export async function startNameServer(name: string, addresses: string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    addresses,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    while (query[at]) {
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
      at += 1 + (query[at] ?? 0);
    }
    const question = query.subarray(HEADER_BYTES, at + 5);
    const isKnown = labels.join('.') === name && query.readUInt16BE(at + 1) === TYPE_A;
    const responses = (isKnown ? server.addresses : []).map((ipv4) =>
      // A pointer to the name, A, IN, a life of one second, four bytes.
      Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...ipv4.split('.').map(Number)]),
    );
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(responses.length, 6);
    socket.send(Buffer.concat([header, question, ...responses]), port, address);
  });
  return server;
}
