import { idSchema, requiredText } from '@mainstay/service-kit';
import { z } from 'zod';
import type { Token } from './token.entity.ts';

export const tokenResponse = z
  .object({
    id: idSchema,
    name: z.string(),
    readOnly: z.boolean(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TokenResponse', description: 'A personal access token, without its secret.' });
export type TokenResponse = z.infer<typeof tokenResponse>;

export const createdTokenResponse = tokenResponse
  .extend({ token: z.string().meta({ description: 'The secret. It is shown here once and never again.' }) })
  .meta({ id: 'CreatedTokenResponse' });
export type CreatedTokenResponse = z.infer<typeof createdTokenResponse>;

export const createTokenRequest = z
  .strictObject({
    name: requiredText(100),
    readOnly: z.boolean().default(false),
    expiresAt: z.iso
      .datetime({ offset: true })
      .refine((value) => Date.parse(value) > Date.now(), 'Must be in the future.')
      .nullable()
      .default(null),
  })
  .meta({ id: 'CreateTokenRequest' });
export type CreateTokenRequest = z.infer<typeof createTokenRequest>;

export const toTokenResponse = (token: Token): TokenResponse => ({
  id: token.id,
  name: token.name,
  readOnly: token.readOnly,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
});
