import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server got it. */
export interface Received {
  to: string;
  /** By their names in lower case, unfolded. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
  /** As it was sent. */
  source: string;
}

/** A refusal in the words of SMTP, with its code. */
const refusal = (code: number): Error =>
  Object.assign(new Error('Refused by the test'), { responseCode: code });

/** A real mail server, which keeps what it gets. */
export class MailServer {
  readonly received: Received[] = [];
  /** The code with which the next recipients, or mails, are refused; 0 accepts them. */
  refusing = { recipients: 0, mails: 0 };
  /** Runs after a mail is kept and before it is accepted. */
  onMail: (mail: Received) => void | Promise<void> = () => undefined;
  private server: SMTPServer | undefined;
  private port = 0;
  private readonly sockets = new Set<Socket>();

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, done) => {
        const { recipients } = this.refusing;
        done(recipients === 0 ? null : refusal(recipients));
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        buffer(stream)
          .then(async (bytes) => {
            const { mails } = this.refusing;
            if (mails !== 0) throw refusal(mails);
            const mail = parsed(to, bytes.toString());
            this.received.push(mail);
            await this.onMail(mail);
            done();
          })
          .catch(done);
      },
    });
    const server = this.server.listen(this.port, '127.0.0.1');
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not a TCP server');
    this.port = address.port;
  }

  /** Ends all connections without a word. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.hangUp();
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }
}

/** @throws Error for a mail that is not text and HTML beside each other */
export function parsed(to: string, source: string): Received {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('the mail has no parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const contentOf = (type: string): string => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    if (!part) throw new Error(`the mail has no ${type}`);
    return decoded(part.body.replace(/\r\n$/, ''), part.headers.get('content-transfer-encoding') ?? '7bit');
  };
  return { to, headers, text: contentOf('text/plain'), html: contentOf('text/html'), source };
}

function split(source: string): { headers: ReadonlyMap<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  if (new Set(headers.map(([name]) => name)).size < headers.length)
    throw new Error('a header is there twice');
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n');
  if (encoding === '7bit') return body.replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') throw new Error(`unknown encoding ${encoding}`);
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
