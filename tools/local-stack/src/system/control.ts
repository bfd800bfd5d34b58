import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describeFailure, Failure } from '../failure.ts';

/** The address at which a running system accepts commands from whoever can read its record. */
export interface Control {
  url: string;
  token: string;
}

/** What a running system can do with a service. */
export type Orders = Record<'deploy' | 'rollback', (service: string) => Promise<void>>;

/** Accepts commands on 127.0.0.1 until the signal: `POST /deploy/<service>`, `POST /rollback/<service>`; one after the other. */
export async function openControl(orders: Orders, signal: AbortSignal): Promise<Control> {
  const token = randomBytes(32).toString('hex');
  let last = Promise.resolve();
  const server = createServer(({ method, url = '', headers }, response) => {
    const respond = (status: number, text = '') => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    const [, order, service] = /^\/(deploy|rollback)\/([a-z][a-z0-9-]*)$/.exec(url) ?? [];
    const isAllowed = isEqual(headers.authorization ?? '', `Bearer ${token}`);
    if (!isAllowed || service === undefined || method !== 'POST') {
      respond(isAllowed ? 404 : 401);
      return;
    }
    const done = last.then(() => orders[order === 'rollback' ? 'rollback' : 'deploy'](service));
    last = done.catch(() => undefined);
    done.then(
      () => respond(204),
      (error: unknown) => respond(500, describeFailure(error)),
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  signal.addEventListener('abort', () => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not a TCP server');
  return { url: `http://127.0.0.1:${address.port}`, token };
}

/** Sends a command to a running system. @throws Failure with its message if it fails */
export async function sendOrder(
  { url, token }: Control,
  order: keyof Orders,
  service: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/${order}/${service}`, { method: 'POST', headers });
  const text = await response.text();
  if (!response.ok) throw new Failure(text === '' ? `The system returned ${response.status}.` : text);
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
