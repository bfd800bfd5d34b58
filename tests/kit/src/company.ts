import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export { type RunningCompany, startCompany } from '../../../tools/local-stack/src/system/company.ts';

const SECRET = 'the secret of the client';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** What the token endpoint returns for a code. */
interface Grant {
  challenge: string;
  idToken: string;
}

type Claims = Record<string, unknown>;

/** A provider whose every response a test decides: also wrong ones, which a real one would not send. */
export class ForgedCompany {
  private readonly server: Server;
  issuer = '';
  /** Changes its description. */
  description: Claims = {};
  /** What userinfo says besides the subject of the ID token. */
  userInfo: Claims = {};
  /** The statuses of coming responses, by path, and what is never responded to; the others are 200. */
  readonly failing = new Map<string, number | 'silent'>();
  private readonly grants = new Map<string, Grant>();
  /** By access token. */
  private readonly idTokens = new Map<string, string>();
  private keys!: Awaited<ReturnType<typeof generateKeyPair>>;
  private kid = '';

  constructor() {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', this.issuer);
      const failure = this.failing.get(pathname);
      if (failure === 'silent') return;
      void this.respond(pathname, request).then(([status, body]) => {
        response.writeHead(failure ?? status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
  }

  /** Signs with a new key from now on, and publishes that one alone. */
  async changeKey(): Promise<void> {
    this.keys = await generateKeyPair('RS256');
    this.kid = randomUUID();
  }

  async start(): Promise<this> {
    await this.changeKey();
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Of the key that signs. */
  get publicKey(): CryptoKey {
    return this.keys.publicKey;
  }

  /** The settings of svc-auth. */
  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: 'mainstay',
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_LABEL: 'Contoso',
    };
  }

  private async respond(path: string, request: IncomingMessage): Promise<[number, unknown]> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return [200, this.describe()];
      case '/keys':
        return [200, { keys: [{ ...(await exportJWK(this.keys.publicKey)), alg: 'RS256', kid: this.kid }] }];
      case '/userinfo': {
        const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
        return [200, { sub: decodeJwt(this.idTokens.get(token) ?? '').sub, ...this.userInfo }];
      }
      case '/token':
        return this.token(request);
      default:
        return [404, {}];
    }
  }

  private describe(): Claims {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      authorization_response_iss_parameter_supported: true,
      ...this.description,
    };
  }

  private async token(request: IncomingMessage): Promise<[number, unknown]> {
    const form = new URLSearchParams(await text(request));
    const secret = Buffer.from(
      request.headers.authorization?.replace('Basic ', '') ?? '',
      'base64',
    ).toString();
    const grant = this.grants.get(form.get('code') ?? '');
    this.grants.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      secret === `mainstay:${SECRET.replaceAll(' ', '+')}` &&
      createHash('sha256').update(verifier).digest('base64url') === grant?.challenge &&
      form.get('redirect_uri')?.endsWith('/api/oidc/callback') === true;
    if (!grant || !isRight) return [400, { error: 'invalid_grant' }];
    const token = randomUUID();
    this.idTokens.set(token, grant.idToken);
    return [200, { access_token: token, token_type: 'Bearer', id_token: grant.idToken }];
  }

  /** Signs claims, by default with the published key. */
  sign(claims: JWTPayload, key = this.keys.privateKey): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: 'mainstay', iat: now, exp: now + 60 };
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: this.kid }).sign(key);
  }

  /** A logout token. */
  logoutToken(claims: JWTPayload): Promise<string> {
    return this.sign({ jti: randomUUID(), events: { [LOGOUT_EVENT]: {} }, ...claims });
  }

  /** A code for a sign-in that has begun. */
  code(challenge: string, idToken: string): string {
    const code = randomUUID();
    this.grants.set(code, { challenge, idToken });
    return code;
  }
}
