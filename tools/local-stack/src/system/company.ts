import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Context, Provider } from 'oidc-provider';
import { freePort } from '../machine/free-port.ts';

/** Somebody with an account at the company. */
interface CompanyPerson {
  sub: string;
  email: string;
  name: string;
  groups: string[];
}

/** A provider of a company's accounts on loopback, and the settings with which svc-auth uses it. */
export interface RunningCompany {
  issuer: string;
  settings: Record<string, string>;
  close: () => void;
}

const SCOPES = 'openid email profile groups';
const HOUR_S = 3600;

interface Client {
  client_id: string;
  client_secret: string;
}

function providerOf(issuer: string, publicUrl: string, client: Client, people: CompanyPerson[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    ttl: { AccessToken: HOUR_S, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S },
    clients: [
      {
        ...client,
        redirect_uris: [`${publicUrl}/api/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/auth`],
        backchannel_logout_uri: `${publicUrl}/api/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Its own page loads a font of another site.
      rpInitiatedLogout: { logoutSource: (context: Context, form: string) => (context.body = endPage(form)) },
    },
    findAccount: (_context: Context, accountId: string) => {
      const person = people.find(({ sub }) => sub === accountId);
      return person && { accountId, claims: () => ({ ...person, email_verified: true }) };
    },
    loadExistingGrant: async ({ oidc: { client: asking, session, provider } }: Context) => {
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/choose/${uid}` },
    fetch: (url: string, options: RequestInit & { dispatcher?: unknown }) => {
      // Its own would not reach loopback.
      delete options.dispatcher;
      return fetch(url, options);
    },
  });
}

/**
 * Starts a provider, at which one signs in by choosing a person: for development and tests alone.
 * @param publicUrl of the system that uses it
 */
export async function startCompany(publicUrl: string, people: CompanyPerson[]): Promise<RunningCompany> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = { client_id: 'mainstay', client_secret: randomBytes(32).toString('base64url') };
  const provider = providerOf(issuer, publicUrl, client, people);
  const others = provider.callback();
  const server = createServer((request, response) => {
    const [path, uid, sub] = /^\/choose\/([\w-]+)(?:\/([\w-]+))?$/.exec(request.url ?? '') ?? [];
    if (path === undefined) others(request, response);
    else if (sub === undefined) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(pageOf(people, uid));
    } else {
      provider
        .interactionFinished(request, response, { login: { accountId: sub } })
        .catch(() => response.writeHead(400).end('This sign-in is over.'));
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_LABEL: 'Contoso',
      OIDC_SCOPES: SCOPES,
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><title>Contoso</title><h1>${title}</h1>${content}</html>`;

const pageOf = (people: CompanyPerson[], uid = ''): string => {
  const links = people.map(
    ({ sub, name, email }) => `<p><a href="/choose/${uid}/${sub}">${name}</a> ${email}</p>`,
  );
  return page('Sign in at Contoso as', links.join(''));
};

const endPage = (form: string): string =>
  page(
    'Sign out at Contoso?',
    `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  );
