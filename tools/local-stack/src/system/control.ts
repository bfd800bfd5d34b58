import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describeFailure, Failure } from '../failure.ts';

/** The address at which a running system accepts commands from whoever can read its record. */
export interface Control {
  url: string;
  token: string;
}

/** Accepts `POST /deploy/<service>` on 127.0.0.1 until the signal; one deployment after the other. */
export async function openControl(
  deploy: (service: string) => Promise<void>,
  signal: AbortSignal,
): Promise<Control> {
  const token = randomBytes(32).toString('hex');
  let last = Promise.resolve();
  const server = createServer(({ method, url = '', headers }, response) => {
    const respond = (status: number, text = '') => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    const [, service] = /^\/deploy\/([a-z][a-z0-9-]*)$/.exec(url) ?? [];
    const isAllowed = isEqual(headers.authorization ?? '', `Bearer ${token}`);
    if (!isAllowed || service === undefined || method !== 'POST') {
      respond(isAllowed ? 404 : 401);
      return;
    }
    const done = last.then(() => deploy(service));
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

/**
 * Has a running system deploy a service.
 * @throws Failure with its message if it fails
 */
export async function sendDeployment({ url, token }: Control, service: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/deploy/${service}`, { method: 'POST', headers });
  const text = await response.text();
  if (!response.ok) throw new Failure(text === '' ? `The system returned ${response.status}.` : text);
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
