import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { describeFailure, Failure } from '../failure.ts';

/** Where a running system takes orders, from whoever can read its record. */
export interface Control {
  url: string;
  token: string;
}

/** Takes orders on 127.0.0.1 until the signal: `POST /deploy/<service>`, one after the other. */
export async function openControl(
  deploy: (service: string) => Promise<void>,
  signal: AbortSignal,
): Promise<Control> {
  const token = randomBytes(32).toString('hex');
  let last = Promise.resolve();
  const server = createServer((request, response) => {
    const service = /^\/deploy\/([a-z][a-z0-9-]*)$/.exec(request.url ?? '')?.[1];
    const answer = (status: number, text = '') => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (!isAllowed(request, token) || service === undefined || request.method !== 'POST') {
      answer(isAllowed(request, token) ? 404 : 401);
      return;
    }
    const deployed = last.then(() => deploy(service));
    last = deployed.catch(() => undefined);
    deployed.then(
      () => answer(204),
      (error: unknown) => answer(500, describeFailure(error)),
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  signal.addEventListener('abort', () => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not a TCP server');
  return { url: `http://127.0.0.1:${address.port}`, token };
}

/** Has a running system deploy a service. @throws Failure with what it says when it does not */
export async function orderDeployment({ url, token }: Control, service: string): Promise<void> {
  const response = await fetch(`${url}/deploy/${service}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Failure(text === '' ? `The system answers ${response.status}.` : text);
}

function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const [given, wanted] = [headers.authorization ?? '', `Bearer ${token}`].map((text) => Buffer.from(text));
  return given?.length === wanted?.length && timingSafeEqual(given ?? Buffer.of(), wanted ?? Buffer.of());
}
