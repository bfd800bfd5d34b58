import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server, which counts what it accepted. */
export class MailServer {
  accepted = 0;
  private readonly sockets = new Set<Socket>();
  private server: SMTPServer | undefined;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData: (stream, _session, done) => {
        stream.resume().once('end', () => {
          this.accepted += 1;
          done();
        });
      },
    });
    const listening = this.server.listen(this.port, '127.0.0.1');
    listening.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await once(listening, 'listening');
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('not a TCP server');
    this.port = address.port;
  }

  /** Ends all connections; new ones are refused. */
  async stop(): Promise<void> {
    const { server } = this;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }
}
