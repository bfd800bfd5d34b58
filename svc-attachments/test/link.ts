import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A connection to a server that can be cut and mended: what goes to {@link port} arrives there while it is whole. */
export class Link {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  port = 0;

  private constructor(private readonly target: number) {}

  static async to(target: number): Promise<Link> {
    const link = new Link(target);
    await link.mend();
    return link;
  }

  /** Ends every connection and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async mend(): Promise<void> {
    const server = createServer((client) => this.join(client, connect(this.target, '127.0.0.1')));
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
