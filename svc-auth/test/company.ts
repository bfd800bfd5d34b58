import { expect } from '@jest/globals';
import type { ForgedCompany } from '@mainstay/test-kit/company';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { AuthService } from './auth-service.ts';

/** What is asked at the provider when a sign-in begins, and the cookie of the browser that began. */
export interface Begun {
  cookie: string;
  state: string;
  nonce: string;
  challenge: string;
}

/** Begins a sign-in in a new browser, or in that with a cookie. */
export async function begin(auth: AuthService, returnTo?: string, cookie?: string): Promise<Begun> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  const response = await auth
    .as(cookie === undefined ? undefined : { cookie })
    .get(`/api/oidc/login${query}`);
  expect(response.status).toBe(302);
  const asked = new URL(response.headers['location'] ?? '').searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  return {
    cookie: cookieIn(response) || (cookie ?? ''),
    state: asked.get('state') ?? '',
    nonce: asked.get('nonce') ?? '',
    challenge: asked.get('code_challenge') ?? '',
  };
}

/** The session cookie that a response sets; empty when it sets none. */
function cookieIn({ headers }: { headers: Record<string, unknown> }): string {
  const cookies = z.array(z.string()).default([]).parse(headers['set-cookie']);
  const [pair = ''] = cookies.find((cookie) => cookie.startsWith('mainstay.sid='))?.split(';', 1) ?? [];
  return pair;
}

/** Sends the provider's response to the redirect URI: where it leads, and the cookie that it sets. */
export async function respond(auth: AuthService, cookie: string, parameters: Record<string, string>) {
  const query = new URLSearchParams(parameters).toString();
  const response = await auth.as({ cookie }).get(`/api/oidc/callback?${query}`);
  expect(response.status).toBe(302);
  return { leadsTo: response.headers['location'] ?? '', cookie: cookieIn(response) };
}

/** A whole sign-in, with an ID token of these claims. */
export async function signIn(auth: AuthService, company: ForgedCompany, claims: JWTPayload, begun?: Begun) {
  const here = begun ?? (await begin(auth));
  const code = company.code(here.challenge, await company.sign({ nonce: here.nonce, ...claims }));
  return respond(auth, here.cookie, { code, state: here.state, iss: company.issuer });
}

/** Sends a logout token: the status. */
export async function logOut(auth: AuthService, token: string): Promise<number> {
  const sent = auth.as().post('/api/oidc/backchannel-logout').type('form');
  return (await sent.send(new URLSearchParams({ logout_token: token, other: 'ignored' }).toString())).status;
}
