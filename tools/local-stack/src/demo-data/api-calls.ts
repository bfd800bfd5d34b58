import { DEMO_PASSWORD } from './people.ts';

/** Calls of the services' own addresses, as a browser makes them. */
export class ApiCalls {
  private cookie = '';
  private readonly publicUrl: string;

  constructor(publicUrl: string) {
    this.publicUrl = publicUrl;
  }

  /** Signs a demo person in, for the calls that follow. */
  async login(authUrl: string, email: string): Promise<void> {
    await this.post(`${authUrl}/api/login`, { email, password: DEMO_PASSWORD });
  }

  /** @throws when the response is not a success */
  post(url: string, body: object): Promise<unknown> {
    return this.call('POST', url, body);
  }

  /** @throws when the response is not a success */
  patch(url: string, body: object): Promise<unknown> {
    return this.call('PATCH', url, body);
  }

  private async call(method: string, url: string, body: object): Promise<unknown> {
    const { origin, protocol } = new URL(this.publicUrl);
    const response = await fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: this.cookie,
        origin,
        'x-forwarded-proto': protocol.replace(':', ''),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    await requireSuccess(response, `${method} ${new URL(url).pathname}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) this.cookie = cookies.join('; ');
    return response.json();
  }
}

/** @throws when the response is not a success */
export async function requireSuccess(response: Response, call: string): Promise<void> {
  if (!response.ok) throw new Error(`${call} returned ${response.status}: ${await response.text()}`);
}

/** A text field of a response. @throws when there is none */
export function textIn(response: unknown, field: string): string {
  const value = new Map<string, unknown>(Object.entries(response ?? {})).get(field);
  if (typeof value !== 'string') throw new Error(`a response has no ${field}`);
  return value;
}
