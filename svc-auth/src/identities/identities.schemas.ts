import { idSchema } from '@mainstay/service-kit';
import { z } from 'zod';
import type { Identity } from './identity.entity.ts';

export const companySignInResponse = z
  .object({
    enabled: z.boolean(),
    label: z.string().nullable().meta({ description: 'The name of the company; null while it is off.' }),
    passwordSignIn: z
      .enum(['on', 'admins'])
      .meta({ description: 'Whose passwords sign in: everybody’s, or those of administrators alone.' }),
  })
  .meta({
    id: 'CompanySignInResponse',
    examples: [{ enabled: true, label: 'Contoso', passwordSignIn: 'on' }],
  });
export type CompanySignInResponse = z.infer<typeof companySignInResponse>;

export const loginQuery = z.strictObject({ returnTo: z.string().optional() });
export type LoginQuery = z.infer<typeof loginQuery>;

const formOfStandard = z.object({ logout_token: z.unknown().optional() });

/** The standard lets others stand beside the token, which are ignored. */
export const backchannelLogoutRequest = z
  .preprocess(
    (form) => formOfStandard.safeParse(form).data,
    z.strictObject({ logout_token: z.string().min(1).max(16_000) }),
  )
  .meta({ id: 'BackchannelLogoutRequest', examples: [{ logout_token: 'LOGOUTTOKENEXAMPLE' }] });
export type BackchannelLogoutRequest = z.infer<typeof backchannelLogoutRequest>;

export const identityResponse = z
  .object({
    id: idSchema,
    issuer: z.string(),
    subject: z.string(),
    email: z.string().meta({ description: 'The address by which it was linked.' }),
    linkedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
  })
  .meta({
    id: 'IdentityResponse',
    description: 'An account of a user at the company’s provider.',
    examples: [
      {
        id: '019a9d5e-91f0-7c55-b3a8-0d6f2f6f7a10',
        issuer: 'https://login.example.com',
        subject: '00u1f7x2k9',
        email: 'tom.okafor@example.com',
        linkedAt: '2026-03-05T15:04:00.000Z',
        lastUsedAt: '2026-03-06T08:12:00.000Z',
      },
    ],
  });
export type IdentityResponse = z.infer<typeof identityResponse>;

export const toIdentityResponse = (identity: Identity): IdentityResponse => ({
  id: identity.id,
  issuer: identity.issuer,
  subject: identity.subject,
  email: identity.email,
  linkedAt: identity.linkedAt.toISOString(),
  lastUsedAt: identity.lastUsedAt.toISOString(),
});
