import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a service and a backend that can keep connections open without forwarding anything. */
export class SilentProxy {
  silent = false;
  private readonly open = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async to(target: URL): Promise<SilentProxy> {
    const server = createServer();
    const proxy = new SilentProxy(server);
    server.on('connection', (client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) {
        proxy.open.add(socket);
        socket.on('error', () => undefined).on('close', () => proxy.open.delete(socket));
      }
      client.on('data', (data) => proxy.silent || upstream.write(data)).on('close', () => upstream.destroy());
      upstream.on('data', (data) => proxy.silent || client.write(data)).on('close', () => client.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The URL of the backend through this proxy. */
  through(target: URL): string {
    const address = this.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    const url = new URL(target);
    url.host = `127.0.0.1:${address.port}`;
    return url.href;
  }

  /** Forwards again, on new connections. */
  recover(): void {
    this.silent = false;
    for (const socket of this.open) socket.destroy();
  }

  async close(): Promise<void> {
    this.recover();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
