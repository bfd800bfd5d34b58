import { baseConfigSchema } from '@mainstay/service-kit';
import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What the company's account needs: all of them, or none. */
const COMPANY = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Tokens reach nobody else: `http` stays on this machine. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

/** Settings of svc-auth in addition to those of every service. */
const settings = baseConfigSchema.extend({
  /** `on` lets anonymous visitors register as district managers. */
  SELF_REGISTRATION: z.enum(['on', 'off']).default('off'),
  /** Registration attempts per client address and hour, including failed ones. */
  SELF_REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).default(20),
  /**
   * Hosts whose pictures people may choose, besides that of `PUBLIC_URL`; `*.` stands for all below. The gateway lets
   * browsers load from the same ones.
   */
  PICTURE_HOSTS: z
    .string()
    .regex(
      /^(none|(\*\.)?[a-z0-9.-]+( *, *(\*\.)?[a-z0-9.-]+)*)$/,
      'must be a comma list of host names, or none',
    )
    .transform((list) => (list === 'none' ? [] : list.split(',').map((host) => host.trim())))
    .prefault('*.gravatar.com'),
  /** The gateway's registry of remotes. */
  REGISTRY_DIR: z.string().optional(),
  /** The provider of the company's accounts (OpenID Connect); without it there is no such sign-in. */
  OIDC_ISSUER: z
    .literal('')
    .or(z.string().refine(isIssuer, 'must be an https address; http only on loopback'))
    .default(''),
  OIDC_CLIENT_ID: z.string().max(500).default(''),
  OIDC_CLIENT_SECRET: z.string().max(2000).default(''),
  /** The name of the company on the button; by default the host of the issuer. */
  OIDC_LABEL: z
    .string()
    .trim()
    .max(60, 'must be at most 60 characters')
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
    .default(''),
  OIDC_SCOPES: z
    .string()
    .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must begin with openid, then others, each after a space')
    .default('openid email profile'),
  /** `on` trusts an e-mail address of which the provider does not say whether it is verified. */
  OIDC_TRUST_EMAIL: z.enum(['on', 'off']).default('off'),
  /** The group whose members are administrators; without it roles are set here. */
  OIDC_ADMIN_GROUP: z.string().max(200).default(''),
  /** `admins`: passwords of others do not sign in. */
  PASSWORD_SIGN_IN: z.enum(['on', 'admins']).default('on'),
});

export const configSchema = settings.superRefine((given, context) => {
  const missing = COMPANY.filter((name) => given[name] === '');
  if (missing.length === COMPANY.length) return;
  for (const name of missing) {
    const message = 'is needed for the sign-in with the company account: set it, or none of OIDC_*';
    context.addIssue({ code: 'custom', path: [name], message });
  }
});

export type AuthConfig = z.infer<typeof configSchema>;

/** The name of the company whose accounts sign in; null where none do. */
export const companyLabel = ({ OIDC_ISSUER, OIDC_LABEL }: AuthConfig): string | null =>
  OIDC_ISSUER === '' ? null : OIDC_LABEL || new URL(OIDC_ISSUER).host;
