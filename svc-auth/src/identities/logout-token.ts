import { z } from 'zod';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const reference = z.string().min(1).max(255);

/** The claims of a logout token. One with a nonce is none, so that no ID token is taken for it. */
export const logoutToken = z
  .object({
    iss: z.string(),
    jti: reference,
    sub: reference.optional(),
    sid: reference.optional(),
    events: z.object({ [EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);
export type LogoutToken = z.infer<typeof logoutToken>;
