import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A connection to a server that can be cut and restored: what is sent to {@link port} is forwarded while it is intact.
 */
export class Link {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  port = 0;
  /** Connections that were asked for while it was whole or hung up. */
  tries = 0;
  private isHungUp = false;

  private constructor(private readonly target: number) {}

  static async to(target: number): Promise<Link> {
    const link = new Link(target);
    await link.mend();
    return link;
  }

  /** Closes every connection and rejects new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Ends every connection, and from now on each new one at once. */
  hangUp(isHungUp: boolean): void {
    this.isHungUp = isHungUp;
    if (isHungUp) for (const socket of this.sockets) socket.destroy();
  }

  async mend(): Promise<void> {
    const server = createServer((client) => {
      this.tries += 1;
      if (this.isHungUp) client.destroy();
      else this.join(client, connect(this.target, '127.0.0.1'));
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  private join(client: Socket, upstream: Socket): void {
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }
}
