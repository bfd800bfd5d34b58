/** HTML's rule, and international domains. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const PHONE = /^\+?[\d ().-]+$/;
/** As many digits as a phone number has. */
const DIGITS = /^\+?\d{7,15}$/;

/** Where a reporter's contact leads if it plainly is an e-mail address or a phone number: a `mailto:` or `tel:` address. */
export function contactLink(contact: string): string | undefined {
  const text = contact.trim();
  if (EMAIL.test(text))
    return `mailto:${encodeURIComponent(text).replace('%40', '@').replaceAll('%2B', '+')}`;
  const digits = text.replaceAll(/[ ().-]/g, '');
  return PHONE.test(text) && DIGITS.test(digits) ? `tel:${digits}` : undefined;
}
