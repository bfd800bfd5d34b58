import { connect, createServer, type Server, type Socket } from 'node:net';

/** A stretch of network between two processes: passes everything on, swallows everything without a word, or refuses it. */
export class TcpProxy {
  readonly port: number;
  private readonly server: Server;
  private readonly pairs: Set<Socket>;
  private readonly state: { isBlackHole: boolean };

  private constructor(server: Server, port: number, pairs: Set<Socket>, state: { isBlackHole: boolean }) {
    this.server = server;
    this.port = port;
    this.pairs = pairs;
    this.state = state;
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const sockets = new Set<Socket>();
    const state = { isBlackHole: false };
    const server = createServer((inner) => {
      const outer = connect(targetPort, '127.0.0.1');
      for (const [from, to] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        sockets.add(from);
        from.setNoDelay(true);
        from.on('data', (chunk) => {
          if (!state.isBlackHole) to.write(chunk);
        });
        from.on('error', () => from.destroy());
        from.on('close', () => {
          sockets.delete(from);
          // In a black hole an end does not arrive either.
          if (!state.isBlackHole) to.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return new TcpProxy(server, port, sockets, state);
  }

  /** From now on nothing arrives, and nobody is told. */
  swallow(): void {
    this.state.isBlackHole = true;
  }

  /** From now on nobody is there: connections are reset, new ones refused. */
  refuse(): void {
    this.stop();
  }

  /** The network is back; what was under way is lost, its connections are reset. */
  recover(): void {
    this.state.isBlackHole = false;
    for (const socket of this.pairs) socket.destroy();
    if (!this.server.listening) this.server.listen(this.port, '127.0.0.1');
  }

  stop(): void {
    this.server.close();
    for (const socket of this.pairs) socket.destroy();
  }
}
