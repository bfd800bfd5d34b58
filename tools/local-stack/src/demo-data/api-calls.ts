import { DEMO_PASSWORD } from './people.ts';
import { recordOf } from '../shape.ts';

/** Calls of the services' own addresses, as a browser makes them. */
export class ApiCalls {
  private cookie = '';
  private readonly publicUrl: string;

  constructor(publicUrl: string) {
    this.publicUrl = publicUrl;
  }

  /** Signs a demo person in, for the calls that follow. */
  async login(authUrl: string, email: string): Promise<void> {
    await this.call('POST', `${authUrl}/api/login`, { email, password: DEMO_PASSWORD });
  }

  /**
   * @returns reads a text of the response
   * @throws when the response is not a success
   */
  async call(method: 'POST' | 'PATCH', url: string, body: object): Promise<(field: string) => string> {
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
    const json = recordOf(await response.json());
    return (field) => {
      const value = json[field];
      if (typeof value !== 'string') throw new Error(`${url} returned no ${field}`);
      return value;
    };
  }
}

/** @throws when the response is not a success */
export async function requireSuccess(response: Response, call: string): Promise<void> {
  if (!response.ok) throw new Error(`${call} returned ${response.status}: ${await response.text()}`);
}
