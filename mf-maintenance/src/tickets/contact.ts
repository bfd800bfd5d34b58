import { mailLink, phoneLink } from '@mainstay/web-kit';

/** HTML's rule, and international domains. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
/** As many digits as a phone number has without its area. */
const FEWEST = 7;

/**
 * Where a reporter's contact leads if it plainly is an e-mail address or a phone number: a `mailto:` or `tel:`
 * address.
 */
export function contactLink(contact: string): string | undefined {
  const text = contact.trim();
  return EMAIL.test(text) ? mailLink(text) : phoneLink(text, FEWEST);
}
