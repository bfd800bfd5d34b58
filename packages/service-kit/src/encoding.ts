import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './problem.ts';

/** Otherwise bytes of another encoding, for example Latin-1, would be stored as U+FFFD. */
export const notUtf8 = () => new Problem('invalid', 'The request body is not UTF-8. Send it again as UTF-8.');

/** Whether a request has a body. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether a body is compressed, or otherwise encoded: no service decodes one. */
export const isEncoded = (headers: IncomingHttpHeaders): boolean =>
  hasBody(headers) && !/^(identity)?$/i.test(headers['content-encoding'] ?? '');

/** 415, which names what is supported (RFC 9110, 15.5.16). */
export const encoded = () =>
  new Problem('content_encoding', 'Send the body as it is, without Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });

export const unreadableQuery = () =>
  new Problem('invalid', 'The part of the address after “?” is not UTF-8. Percent-encode its text as UTF-8.');

/** Whether the query of an address is percent-encoded UTF-8, in ASCII. */
export function hasReadableQuery(url = ''): boolean {
  const at = url.indexOf('?');
  if (at === -1) return true;
  const query = url.slice(at + 1);
  // Node reads bytes above 127 as Latin-1.
  if (!/^[\x20-\x7e]*$/.test(query)) return false;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
