import { creationKeys, idSchema, instant, pageQuery, requiredText } from '@mainstay/service-kit';
import { z } from 'zod';
import type { Token } from './token.entity.ts';

const example = {
  id: '019a9d5e-8a42-7b1c-8f0e-64c3d2b1a900',
  name: 'Weekly report',
  readOnly: true,
  createdAt: '2026-03-05T15:04:00.000Z',
  expiresAt: '2099-12-31T00:00:00.000Z',
  lastUsedAt: '2026-03-06T06:00:00.000Z',
};

export const tokenResponse = z
  .object({
    id: idSchema,
    name: z.string(),
    readOnly: z.boolean(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'To the minute. Null if it was never used.' }),
  })
  .meta({
    id: 'TokenResponse',
    description: 'A personal access token, without its secret.',
    examples: [example],
  });
export type TokenResponse = z.infer<typeof tokenResponse>;

export const createdTokenResponse = tokenResponse
  .extend({ token: z.string().meta({ description: 'The secret. It is shown here once and never again.' }) })
  .meta({ id: 'CreatedTokenResponse', examples: [{ ...example, token: 'TOKENEXAMPLE' }] });
export type CreatedTokenResponse = z.infer<typeof createdTokenResponse>;

export const listTokensQuery = z.strictObject(pageQuery(creationKeys));
export type ListTokensQuery = z.infer<typeof listTokensQuery>;

export const createTokenRequest = z
  .strictObject({
    name: requiredText(100),
    readOnly: z.boolean().default(false),
    expiresAt: instant
      .refine((value) => Date.parse(value) > Date.now(), 'Must be in the future.')
      .nullable()
      .default(null),
  })
  .meta({
    id: 'CreateTokenRequest',
    examples: [{ name: example.name, readOnly: example.readOnly, expiresAt: example.expiresAt }],
  });
export type CreateTokenRequest = z.infer<typeof createTokenRequest>;

export const toTokenResponse = (token: Token): TokenResponse => ({
  id: token.id,
  name: token.name,
  readOnly: token.readOnly,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});
