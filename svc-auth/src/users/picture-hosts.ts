import { badRequest } from '@mainstay/service-kit';
import type { AuthConfig } from '../config.ts';

/**
 * Browsers load the picture of a person from its address, so its host learns who is there. Only hosts that the operator
 * named may learn that.
 * @throws Problem 400 for a picture of another host
 */
export function checkPictureHost(
  picture: string | null | undefined,
  { PICTURE_HOSTS: hosts, PUBLIC_URL }: Pick<AuthConfig, 'PICTURE_HOSTS' | 'PUBLIC_URL'>,
): void {
  if (picture === null || picture === undefined) return;
  const { host, origin } = new URL(picture);
  const isAllowed = hosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed,
  );
  if (isAllowed || origin === new URL(PUBLIC_URL).origin) return;
  const sentence =
    hosts.length === 0
      ? 'Pictures of other sites cannot be shown here. Leave it empty.'
      : `Must be the address of a picture at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(hosts)}.`;
  throw badRequest({ profileImageUrl: [sentence] });
}
