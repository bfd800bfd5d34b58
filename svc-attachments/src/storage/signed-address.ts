import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed URL of the disk storage allows. */
export interface SignedAddress {
  method: 'PUT' | 'GET';
  key: string;
  /** The name a download is saved under; empty for an upload. */
  fileName: string;
  expiresAt: Date;
}

/** Names of the query parameters. */
const EXPIRES = 'expires';
const FILE_NAME = 'name';
const SIGNATURE = 'signature';

/** The query string that carries an address' permission. */
export function signAddress(address: SignedAddress, secret: string): string {
  const expires = Math.floor(address.expiresAt.getTime() / 1000);
  const query = new URLSearchParams({ [EXPIRES]: String(expires) });
  if (address.fileName !== '') query.set(FILE_NAME, address.fileName);
  query.set(SIGNATURE, sign(address, expires, secret));
  return query.toString();
}

/** The address a request proves to be allowed, expired or not; undefined when its signature is not ours. */
export function readSignedAddress(
  request: { method: SignedAddress['method']; key: string; query: URLSearchParams },
  secret: string,
): SignedAddress | undefined {
  const { method, key, query } = request;
  const expires = Number(query.get(EXPIRES));
  if (!Number.isSafeInteger(expires)) return undefined;
  const address = { method, key, fileName: query.get(FILE_NAME) ?? '', expiresAt: new Date(expires * 1000) };
  // As text: several spellings of base64url decode to the same bytes.
  const given = Buffer.from(query.get(SIGNATURE) ?? '');
  const expected = Buffer.from(sign(address, expires, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : undefined;
}

const sign = ({ method, key, fileName }: SignedAddress, expires: number, secret: string): string =>
  // JSON keeps the parts apart whatever they contain.
  createHmac('sha256', secret)
    .update(JSON.stringify([method, key, expires, fileName]))
    .digest('base64url');
