import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from 'node:http';

/** Longer than any response may take. */
const GIVE_UP_MS = 15_000;

export interface ApiResponse {
  /** 0 if there was no response. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON, undefined if it is not JSON. */
  body: unknown;
  milliseconds: number;
}

/** Where a system listens, as whom it is reached, and what its logs must not show. */
export interface Target {
  port: number;
  /** The origin that browsers see; a load balancer that ends TLS stands before the gateway, and the caller is it. */
  publicUrl: string;
  /** Every password, cookie, token and signature that was sent or received. */
  secrets: Set<string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Somebody who asks through the gateway. Paths, headers and bodies go out as they are given: no client in between
 * straightens them.
 */
export class Caller {
  readonly target: Target;
  /** The `Cookie` header. */
  cookie = '';

  private readonly credentials: OutgoingHttpHeaders;

  /** @param credentials headers of every request */
  constructor(target: Target, cookie = '', credentials: OutgoingHttpHeaders = {}) {
    this.target = target;
    this.credentials = credentials;
    this.cookie = cookie;
  }

  /**
   * @param body text and bytes go as they are, all else as JSON
   * @param headers besides, or instead of, those of the product's own page; an undefined one is left out
   */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: OutgoingHttpHeaders = {},
  ): Promise<ApiResponse> {
    for (;;) {
      const response = await this.askOnce(method, path, body, headers);
      if (response !== 'the connection was over') return response;
    }
  }

  private askOnce(
    method: string,
    path: string,
    body: unknown,
    headers: OutgoingHttpHeaders,
  ): Promise<ApiResponse | 'the connection was over'> {
    const begun = performance.now();
    const { port, publicUrl } = this.target;
    const content =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const all: OutgoingHttpHeaders = {
      host: new URL(publicUrl).host,
      origin: publicUrl,
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      }),
      ...this.credentials,
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new Promise((resolve) => {
      const finish = (status: number, responseHeaders: IncomingHttpHeaders, text: string) => {
        const isJson = /[/+]json/.test(responseHeaders['content-type'] ?? '');
        const response = {
          status,
          headers: responseHeaders,
          text,
          milliseconds: performance.now() - begun,
          body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
        };
        this.remember(response);
        resolve(response);
      };
      const request = send({ agent, port, host: '127.0.0.1', method, path, headers: sent }, (response) => {
        let text = '';
        response.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
        // A stream of events does not end by itself.
        const isStream = response.headers['content-type'] === 'text/event-stream';
        if (isStream) response.once('data', () => response.destroy());
        response.on('close', () => {
          const whole = response.complete || isStream ? (response.statusCode ?? 0) : 0;
          finish(whole, response.headers, Buffer.from(text, 'latin1').toString());
        });
      });
      request.setTimeout(GIVE_UP_MS, () => request.destroy());
      request.on('error', (error) => {
        // An idle connection that the gateway closed at this very moment: no response to this request.
        if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
          resolve('the connection was over');
        else finish(0, {}, '');
      });
      request.end(content);
    });
  }

  private remember({ headers, body }: ApiResponse): void {
    const { secrets } = this.target;
    for (const cookie of headers['set-cookie'] ?? []) {
      const value = /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? '';
      // The session's id alone, too: the part before the signature.
      const id = /^s:([^.]+)/.exec(decodeURIComponent(value))?.[1];
      for (const secret of [value, decodeURIComponent(value), id ?? '']) {
        if (secret.length >= 16) secrets.add(secret);
      }
    }
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body) as [string, unknown][]) {
      if (typeof value !== 'string') continue;
      if (['token', 'trackingToken', 'code'].includes(name)) secrets.add(value);
      if (/url$/i.test(name)) secrets.add(/signature=([^&]{16,})/i.exec(value)?.[1] ?? value);
    }
  }
}

/** The cookies of a response as a browser sends them back. */
export const cookiesOf = ({ headers }: ApiResponse): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');

/** The path and query of a signed address, for a caller. */
export function pathOf(address: unknown): string {
  const { pathname, search } = new URL(String(address));
  return pathname + search;
}

/** A string property of a response's body. @throws when there is none */
export function textOf({ body, status, text }: ApiResponse, name: string): string {
  if (typeof body === 'object' && body !== null) {
    const value = new Map<string, unknown>(Object.entries(body)).get(name);
    if (typeof value === 'string') return value;
  }
  throw new Error(`the response has no ${name}: ${status} ${text.slice(0, 300)}`);
}
