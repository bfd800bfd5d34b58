import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Of the same mail, so that none is given up after eight attempts. */
const MOST_FAILURES = 4;

/** A mail that the server accepted. */
export interface Mail {
  /** The Message-ID without the host: the id of its delivery. */
  id: string;
  /** Its In-Reply-To without the host: the id of its ticket; undefined in a digest. */
  ticketId: string | undefined;
}

/** A real mail server, which remembers what it accepted. */
export class MailServer {
  readonly accepted: Mail[] = [];
  failures = 0;
  private attempts = 0;
  private readonly failuresOf = new Map<string, number>();
  private readonly sockets = new Map<number, Socket>();
  private server: SMTPServer | undefined;
  private port = 0;
  private readonly isFaulty: boolean;

  /**
   * @param isFaulty whether it fails three attempts in ten: it refuses one for now, is full at the next, and ends the
   * connection at the third
   */
  constructor({ isFaulty = false } = {}) {
    this.isFaulty = isFaulty;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData: (stream, { remotePort }, done) => {
        buffer(stream)
          .then((bytes) => this.take(bytes.toString(), remotePort))
          .then(() => done(), done);
      },
    });
    const listening = this.server.listen(this.port, '127.0.0.1');
    listening.on('connection', (socket) => {
      const port = socket.remotePort ?? 0;
      this.sockets.set(port, socket);
      socket.once('close', () => this.sockets.delete(port));
    });
    await once(listening, 'listening');
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('not a TCP server');
    this.port = address.port;
  }

  /** Ends all connections; whoever connects is refused. */
  async stop(): Promise<void> {
    const { server } = this;
    for (const socket of this.sockets.values()) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  /** @throws Error with which the mail is refused */
  private take(source: string, remotePort: number): void {
    const mail = { id: idIn(source, 'Message-ID') ?? '', ticketId: idIn(source, 'In-Reply-To') };
    const turn = this.attempts % 10;
    const failuresBefore = this.failuresOf.get(mail.id) ?? 0;
    this.attempts += 1;
    if (!this.isFaulty || turn >= 3 || failuresBefore === MOST_FAILURES) {
      this.accepted.push(mail);
      return;
    }
    this.failures += 1;
    this.failuresOf.set(mail.id, failuresBefore + 1);
    if (turn === 2) this.sockets.get(remotePort)?.destroy();
    throw Object.assign(new Error('Please try again later'), { responseCode: turn === 0 ? 451 : 452 });
  }
}

/** What stands before the host in a header such as `Message-ID: <id@host>`; undefined without it. */
const idIn = (source: string, header: string): string | undefined =>
  new RegExp(`^${header}:\\s+<([^@>]+)@`, 'im').exec(source)?.[1];
