import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Holder } from './storage.ts';

/** What a signed URL, or the signed fields of a form, of the disk storage allows. */
export interface SignedAddress {
  method: 'PUT' | 'GET' | 'POST';
  key: string;
  /** The file name of a download; empty for an upload. */
  fileName: string;
  /** The part of a multipart upload; undefined for whole objects. */
  part: { uploadId: string; number: number } | undefined;
  /** Maximum bytes of an upload; undefined: those of the storage. */
  maxBytes?: number | undefined;
  /** Whom a download was given to; undefined for an upload, whose grant says it. */
  holder?: Holder | undefined;
  expiresAt: Date;
}

/** Names of the query parameters. */
const EXPIRES = 'expires';
const FILE_NAME = 'name';
const UPLOAD_ID = 'uploadId';
const PART_NUMBER = 'partNumber';
const MAX_BYTES = 'max';
const HOLDER = 'for';
const SIGNATURE = 'signature';

/**
 * The query string, or the fields of a form, with a signed permission.
 * @param secrets the first signs
 */
export function signAddress(address: SignedAddress, [secret = '']: readonly string[]): URLSearchParams {
  const expires = Math.floor(address.expiresAt.getTime() / 1000);
  const query = new URLSearchParams({ [EXPIRES]: String(expires) });
  if (address.fileName !== '') query.set(FILE_NAME, address.fileName);
  if (address.part) {
    query.set(UPLOAD_ID, address.part.uploadId);
    query.set(PART_NUMBER, String(address.part.number));
  }
  if (address.maxBytes !== undefined) query.set(MAX_BYTES, String(address.maxBytes));
  if (address.holder) query.set(HOLDER, `${address.holder.userId}.${address.holder.sessionEpoch}`);
  query.set(SIGNATURE, sign(address, expires, secret));
  return query;
}

/**
 * The permission in a request, expired or not; undefined when the signature is not valid.
 * @param secrets accepted secrets
 */
export function readSignedAddress(
  request: { method: SignedAddress['method']; key: string; query: URLSearchParams },
  secrets: readonly string[],
): SignedAddress | undefined {
  const { method, key, query } = request;
  const expires = Number(query.get(EXPIRES));
  if (!Number.isSafeInteger(expires)) return undefined;
  const uploadId = query.get(UPLOAD_ID);
  const maxBytes = query.get(MAX_BYTES);
  const [, userId, epoch] = /^(.+)\.(\d+)$/.exec(query.get(HOLDER) ?? '') ?? [];
  const address = {
    method,
    key,
    fileName: query.get(FILE_NAME) ?? '',
    part: uploadId === null ? undefined : { uploadId, number: Number(query.get(PART_NUMBER)) },
    ...(maxBytes === null ? {} : { maxBytes: Number(maxBytes) }),
    ...(userId !== undefined && { holder: { userId, sessionEpoch: Number(epoch) } }),
    expiresAt: new Date(expires * 1000),
  };
  // Compared as text, because several base64url texts decode to the same bytes.
  const given = Buffer.from(query.get(SIGNATURE) ?? '');
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(sign(address, expires, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? address : undefined;
}

const sign = (
  { method, key, fileName, part, maxBytes, holder }: SignedAddress,
  expires: number,
  secret: string,
): string =>
  // JSON separates the fields whatever they contain, and distinguishes a number from a list.

  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        method,
        key,
        expires,
        fileName,
        ...(part ? [part.uploadId, part.number] : []),
        ...(maxBytes === undefined ? [] : [maxBytes]),
        ...(holder ? [[holder.userId, holder.sessionEpoch]] : []),
      ]),
    )
    .digest('base64url');
