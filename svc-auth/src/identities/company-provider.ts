import { CONFIG, unavailable } from '@mainstay/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as jwksFetch, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { AuthConfig } from '../config.ts';
import { type CompanyAccount, companyAccount } from './company-account.ts';
import { type LogoutToken, logoutToken } from './logout-token.ts';
import { LOGOUT_WITHIN_S, type PendingSignIn } from './company-session.ts';
import { fetchFromProvider, isDown } from './provider-fetch.ts';
import { SignInProblem } from './sign-in-problem.ts';

const WITHIN_S = 5;
const HOUR_MS = 60 * 60 * 1000;
/** How long an old description goes on when a newer one cannot be read. */
const STALE_MS = 60 * 1000;
const CLOCKS_DIFFER_S = 30;
/** A longer one does not fit into a header, and is not sent at sign-out. */
const LONGEST_HINT = 2000;
const DOWN = 'The provider of the company accounts does not respond.';

interface Description {
  configuration: Configuration;
  /** Verifies signatures; null where the provider publishes no keys. */
  keys: ReturnType<typeof createRemoteJWKSet> | null;
  until: number;
}

/**
 * The company's provider (OpenID Connect). Its description is read when it is needed and kept for an hour, and longer
 * while it does not respond: the service starts, and passwords work, without it.
 */
@Injectable()
export class CompanyProvider {
  private readonly logger = new Logger(CompanyProvider.name);
  private known: Description | undefined;
  private reading: Promise<Description> | undefined;

  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {}

  get isOn(): boolean {
    return this.config.OIDC_ISSUER !== '';
  }

  /**
   * The provider's address at which a sign-in begins.
   * @throws SignInProblem `unavailable`
   */
  startAddress({ state, nonce, codeVerifier }: PendingSignIn): Promise<string> {
    return this.orProblem('unavailable', async () => {
      const { configuration } = await this.description();
      const { href } = buildAuthorizationUrl(configuration, {
        redirect_uri: this.ownAddress('/api/oidc/callback'),
        scope: this.config.OIDC_SCOPES,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return href;
    });
  }

  /**
   * The account that the provider's response at the redirect URI is about.
   * @param path of that response, with its query
   * @throws SignInProblem `cancelled`, `expired` for all that does not verify, `unavailable`
   */
  accountOf(path: string, { state, nonce, codeVerifier }: PendingSignIn): Promise<CompanyAccount> {
    return this.orProblem('expired', async () => {
      const { configuration } = await this.description();
      const tokens = await authorizationCodeGrant(configuration, new URL(this.ownAddress(path)), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      const asksFurther = claims?.['email'] === undefined || this.config.OIDC_ADMIN_GROUP !== '';
      const userInfo =
        claims && asksFurther && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
      return companyAccount(claims, userInfo, tokens.id_token);
    });
  }

  /**
   * Where the provider ends its session and leads back to the sign-in screen; null where it has no such address.
   * @param idToken of the sign-in
   */
  async endAddress(idToken: string | undefined): Promise<string | null> {
    const isShort = idToken !== undefined && idToken.length <= LONGEST_HINT;
    try {
      const { configuration } = await this.description();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: this.ownAddress('/auth'),
        ...(isShort && { id_token_hint: idToken }),
      }).href;
    } catch (error) {
      this.logger.warn({ err: error }, "The company's session cannot be ended");
      return null;
    }
  }

  /**
   * The contents of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6); null unless the provider signed it
   * for us a short while ago.
   * @throws Problem 503 when its keys cannot be read
   */
  async verifyLogout(token: string): Promise<LogoutToken | null> {
    const { configuration, keys } = await this.description().catch((cause: unknown) => {
      throw unavailable(DOWN, cause);
    });
    if (keys === null) return null;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: configuration.serverMetadata().issuer,
        audience: this.config.OIDC_CLIENT_ID,
        maxTokenAge: LOGOUT_WITHIN_S,
        clockTolerance: CLOCKS_DIFFER_S,
      });
      return logoutToken.safeParse(payload).data ?? null;
    } catch (error) {
      if (isDown(error)) throw unavailable(DOWN, error);
      return null;
    }
  }

  private ownAddress(path: string): string {
    return new URL(path, this.config.PUBLIC_URL).href;
  }

  /** @throws SignInProblem with this word, unless the error says which other one */
  private async orProblem<Result>(
    otherwise: 'expired' | 'unavailable',
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignInProblem) throw error;
      const said = error instanceof AuthorizationResponseError ? error.error : undefined;
      if (said === 'access_denied') throw new SignInProblem('cancelled', { cause: error });
      const isUnavailable = isDown(error) || said === 'server_error' || said === 'temporarily_unavailable';
      throw new SignInProblem(isUnavailable ? 'unavailable' : otherwise, { cause: error });
    }
  }

  private async description(): Promise<Description> {
    if (this.known && Date.now() < this.known.until) return this.known;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** @throws ProviderDown when it was never read */
  private async read(): Promise<Description> {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = this.config;
    try {
      const configuration = await discovery(new URL(issuer), clientId, undefined, this.clientAuth(), {
        [customFetch]: fetchFromProvider,
        timeout: WITHIN_S,
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      });
      const { jwks_uri: address } = configuration.serverMetadata();
      const options = { timeoutDuration: WITHIN_S * 1000, [jwksFetch]: fetchFromProvider };
      const keys = address === undefined ? null : createRemoteJWKSet(new URL(address), options);
      this.known = { configuration, keys, until: Date.now() + HOUR_MS };
    } catch (error) {
      if (!this.known) throw error;
      this.logger.warn({ err: error }, "The description of the company's provider cannot be read again");
      this.known.until = Date.now() + STALE_MS;
    }
    return this.known;
  }

  /** In the header, as the standard has it by default, unless the provider names other ways alone. */
  private clientAuth(): ClientAuth {
    const { OIDC_CLIENT_SECRET: secret } = this.config;
    const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
    return (server, ...rest) => {
      const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      (ways.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
    };
  }
}
