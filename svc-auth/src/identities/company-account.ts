import { z } from 'zod';
import { email } from '../users/email.ts';
import { SignInProblem } from './sign-in-problem.ts';

/** What the provider says about who signs in. */
export interface CompanyAccount {
  issuer: string;
  subject: string;
  /** The provider's session, if it names it. */
  sid: string | null;
  /** In the form in which we keep addresses; null without one. */
  email: string | null;
  /** Undefined where the provider does not say; anything but `true` counts as false. */
  isVerified: boolean | undefined;
  groups: string[];
  idToken: string | undefined;
}

/** The longest of issuer and subject that we keep. OpenID Connect allows subjects of 255 characters. */
const identified = z.object({ iss: z.string().max(500), sub: z.string().min(1).max(255) });
const details = z.object({
  sid: z.string().min(1).max(255).optional().catch(undefined),
  email: z.unknown().optional(),
  email_verified: z.unknown().optional(),
  groups: z
    .array(z.string())
    .or(z.string().transform((group) => [group]))
    .catch([]),
});

/**
 * The account that a verified ID token and the response of userinfo are about. The address comes from userinfo where
 * the ID token has none, together with what is said about it there.
 * @throws SignInProblem `expired` without an issuer or a subject that we can keep
 */
export function companyAccount(
  idToken: unknown,
  userInfo: unknown,
  text: string | undefined,
): CompanyAccount {
  const { data: who } = identified.safeParse(idToken);
  if (!who) throw new SignInProblem('expired');
  const [fromToken, fromUserInfo] = [details.parse(idToken), details.parse(userInfo)];
  const { email: address, email_verified: verified } =
    fromToken.email === undefined ? fromUserInfo : fromToken;
  return {
    issuer: who.iss,
    subject: who.sub,
    sid: fromToken.sid ?? null,
    email: email.safeParse(address).data ?? null,
    isVerified: verified === undefined ? undefined : verified === true,
    groups: [...fromToken.groups, ...fromUserInfo.groups],
    idToken: text,
  };
}
