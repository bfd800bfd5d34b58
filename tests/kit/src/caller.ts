import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from 'node:http';

/** Longer than any response may take. */
const GIVE_UP_MS = 15_000;

export interface ApiResponse {
  /** Method and path. */
  request: string;
  /** 0 if there was no response. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON, undefined if it is not JSON. */
  body: unknown;
  milliseconds: number;
}

/** A running system. */
export interface Target {
  port: number;
  /** The origin that browsers see. When it is https, the caller acts as the load balancer that ends TLS. */
  publicUrl: string;
  /** Called with each response. */
  onResponse?: (response: ApiResponse) => void;
}

/** A system that is reached at its own URL. */
export const targetOf = (url: string): Target => ({ port: Number(new URL(url).port), publicUrl: url });

// More than the callers of an overload.
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends requests to the gateway. Paths, headers and bodies are sent as they are given; nothing normalizes them. */
export class Caller {
  readonly target: Target;
  /** The `Cookie` header. */
  cookie: string;
  private readonly credentials: OutgoingHttpHeaders;

  /** @param credentials headers of every request */
  constructor(target: Target, cookie = '', credentials: OutgoingHttpHeaders = {}) {
    this.target = target;
    this.cookie = cookie;
    this.credentials = credentials;
  }

  /**
   * @param body text and bytes are sent as they are, anything else as JSON
   * @param headers in addition to those of the product's own page, or replacing them; undefined removes one
   */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: OutgoingHttpHeaders = {},
  ): Promise<ApiResponse> {
    const response = await this.askOnce(method, path, body, headers);
    return response ?? this.ask(method, path, body, headers);
  }

  /** @returns undefined when the gateway closed an idle connection at the moment it was to be used again */
  private askOnce(
    method: string,
    path: string,
    body: unknown,
    headers: OutgoingHttpHeaders,
  ): Promise<ApiResponse | undefined> {
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
          request: `${method} ${path}`,
          status,
          headers: responseHeaders,
          text,
          // A response that is cut off has no status, and a body that cannot be parsed.
          body: isJson && text !== '' && status > 0 ? (JSON.parse(text) as unknown) : undefined,
          milliseconds: performance.now() - begun,
        };
        this.target.onResponse?.(response);
        resolve(response);
      };
      const request = send({ agent, port, host: '127.0.0.1', method, path, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        // A stream of events does not end by itself.
        const isStream = response.headers['content-type'] === 'text/event-stream';
        if (isStream) response.once('data', () => response.destroy());
        response.on('close', () => {
          const status = response.complete || isStream ? (response.statusCode ?? 0) : 0;
          finish(status, response.headers, Buffer.concat(chunks).toString());
        });
      });
      request.setTimeout(GIVE_UP_MS, () => request.destroy());
      request.on('error', (error) => {
        if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(undefined);
        else finish(0, {}, '');
      });
      request.end(content);
    });
  }
}

/** Signs somebody in; the password is that of the demo data unless another is given. */
export async function signIn(target: Target, email: string, password = 'mainstay-demo'): Promise<Caller> {
  const response = await new Caller(target).ask('POST', '/api/login', { email, password });
  if (response.status !== 200)
    throw new Error(`${email} cannot sign in: ${response.status} ${response.text}`);
  return new Caller(target, cookiesOf(response));
}

/** The cookies of a response as a browser sends them back. */
const cookiesOf = ({ headers }: ApiResponse): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');

/** The path and query of a signed address, for a caller. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/**
 * A string property of a response's body.
 * @throws when there is none
 */
export function textOf({ request, body, status, text }: ApiResponse, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof value === 'string') return value;
  throw new Error(`${request} returned no ${name}: ${status} ${text.slice(0, 300)}`);
}
