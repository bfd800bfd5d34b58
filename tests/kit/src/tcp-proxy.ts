import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy on 127.0.0.1 in front of a server on 127.0.0.1. It forwards everything, or fails as a network does. */
export class TcpProxy {
  readonly port: number;
  /** Connections that clients have opened so far, unless they were refused. */
  connections = 0;
  private state: 'forwards' | 'swallows' | 'hangs-up' = 'forwards';
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(server: Server, targetPort: number) {
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (client: Socket) => {
      this.connections += 1;
      if (this.state === 'hangs-up') client.destroy();
      else this.join(client, connect(targetPort, '127.0.0.1'));
    });
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, targetPort);
  }

  /** A URL of the server with this proxy as its host. */
  through(url: string | URL): string {
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${this.port}`;
    return proxied.href;
  }

  /** From now on nothing arrives, neither data nor the end of a connection; connections stay open. */
  swallow(): void {
    this.state = 'swallows';
  }

  /** Closes every connection, and from now on each new one at once. */
  hangUp(): void {
    this.state = 'hangs-up';
    this.closeConnections();
  }

  /** Closes every connection, and from now on refuses new ones. */
  refuse(): void {
    this.server.close();
    this.closeConnections();
  }

  /** Closes every connection, and forwards new ones once it resolves. */
  async recover(): Promise<void> {
    this.state = 'forwards';
    this.closeConnections();
    if (this.server.listening) return;
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.refuse();
  }

  private closeConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, upstream: Socket): void {
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        if (this.state !== 'swallows') to.write(chunk);
      });
      // A failed connection is closed, too.
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        if (this.state !== 'swallows') to.destroySoon();
      });
    }
  }
}
