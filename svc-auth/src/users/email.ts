import { requiredText, unique } from '@mainstay/service-kit';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** Signs that would end the host of an address of the Web, or are decoded in it. */
const NO_DOMAIN = /[\s/\\?#:@%[\]]/;

/**
 * The one form in which an address is stored and compared: in lower case, an international domain in ASCII, so that
 * `Dana@Bücher.example` is `dana@xn--bcher-kva.example`. No address when there is no such domain.
 */
function stored(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const isInternational = /[^\0-\x7f]/.test(domain) && !NO_DOMAIN.test(domain);
  return `${address.slice(0, at)}${isInternational ? domainToASCII(domain) : domain}`.toLowerCase();
}

/** What somebody signs in with, in whichever spelling. */
export const emailOfSignIn = requiredText(254, unique).overwrite(stored);

/** An address by HTML's rule, as browsers check `<input type="email">`. */
export const email = emailOfSignIn.pipe(
  z
    .email({ pattern: z.regexes.html5Email, error: 'Must be an e-mail address.' })
    .max(254, 'At most 254 characters.'),
);
