/** Longer than any response may take. */
const GIVE_UP_MS = 15_000;

export interface ApiResponse {
  /** Method and path. */
  request: string;
  /** 0 if there was no response. */
  status: number;
  milliseconds: number;
  body: unknown;
  /** The entity tag, '' without one. */
  etag: string;
}

/** Somebody who is signed in, and asks through the gateway as a browser does. */
export class Caller {
  readonly url: string;
  readonly cookie: string;

  constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  async ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const begun = performance.now();
    const received = (status: number, content: unknown, etag = ''): ApiResponse => ({
      request: `${method} ${path}`,
      status,
      milliseconds: performance.now() - begun,
      body: content,
      etag,
    });
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          cookie: this.cookie,
          origin: this.url,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await response.text();
      return received(
        response.status,
        text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
        response.headers.get('etag') ?? '',
      );
    } catch {
      return received(0, undefined);
    }
  }
}

/** Signs a person in; the password is that of the demo data unless another is given. */
export async function signIn(url: string, email: string, password = 'mainstay-demo'): Promise<Caller> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return new Caller(url, cookies.join('; '));
}
