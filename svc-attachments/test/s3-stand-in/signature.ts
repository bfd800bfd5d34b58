import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.ts';

/** A request as received. */
export interface ReceivedRequest {
  method: string;
  /** Encoded as it was sent. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface Secret {
  secretAccessKey: string;
  /** Of temporary credentials: must be sent and signed. */
  sessionToken?: string;
}

/** What a server needs to verify signatures. */
export interface Verifier {
  region: string;
  service: string;
  secretOf: (accessKeyId: string) => Secret | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface VerifiedSignature {
  accessKeyId: string;
  /** SHA-256 in hex of the body that was signed, or `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
}

const SKEW_MS = 15 * 60_000;
const MAX_SECONDS = 604_800;

/**
 * Throws S3's error for a request that is not signed according to "Authenticating Requests (AWS Signature Version 4)".
 */
export function verifySignature(request: ReceivedRequest, verifier: Verifier): VerifiedSignature {
  const isPresigned = request.query.has('X-Amz-Signature');
  if (isPresigned && request.headers.authorization !== undefined) {
    throw new Refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  const given = isPresigned ? fromQuery(request.query) : fromHeaders(request.headers);
  const { accessKeyId, scope, secret } = knownKey(given, verifier);
  requireInTime(given, verifier.now(), isPresigned);
  requireSignedHeaders(request.headers, given.signedHeaders);
  if ((given.sessionToken ?? '') !== (secret.sessionToken ?? '')) throw new Refusal(403, 'InvalidToken');
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    ...given.signedHeaders.map((name) => `${name}:${canonicalValue(request.headers[name])}`),
    '',
    given.signedHeaders.join(';'),
    given.payloadHash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', given.date, scope, sha256(canonical)].join('\n');
  requireSignature(given.signature, text, scope, secret);
  return { accessKeyId, payloadHash: given.payloadHash };
}

/** Throws when `signature` (hex) is not the signature of `text` with this secret. */
export function requireSignature(signature: string, text: string, scope: string, secret: Secret): void {
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (previous, part) => createHmac('sha256', previous).update(part).digest(),
      `AWS4${secret.secretAccessKey}`,
    );
  const expected = createHmac('sha256', key).update(text).digest();
  const bytes = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {
    throw new Refusal(403, 'SignatureDoesNotMatch');
  }
}

/** The key of a credential (`id/day/region/service/aws4_request`), if it is valid here and for this date. */
export function knownKey(
  { credential, date }: { credential: string; date: string },
  { region, service, secretOf }: Verifier,
): { accessKeyId: string; scope: string; secret: Secret } {
  const [accessKeyId = '', ...scope] = credential.split('/');
  const secret = secretOf(accessKeyId);
  if (!secret) throw new Refusal(403, 'InvalidAccessKeyId');
  if (scope.join('/') !== [date.slice(0, 8), region, service, 'aws4_request'].join('/')) {
    throw new Refusal(400, 'AuthorizationHeaderMalformed', `the scope is ${scope.join('/')}`);
  }
  return { accessKeyId, scope: scope.join('/'), secret };
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

interface GivenSignature {
  credential: string;
  /** For example 20130524T000000Z. */
  date: string;
  lifetimeMs: number;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
  sessionToken: string | undefined;
}

function fromQuery(query: URLSearchParams): GivenSignature {
  const one = (name: string): string => {
    const [value, ...more] = query.getAll(name);
    if (value === undefined || value === '' || more.length > 0) {
      throw new Refusal(400, 'AuthorizationQueryParametersError', `${name} is needed once`);
    }
    return value;
  };
  const seconds = one('X-Amz-Expires');
  if (!/^\d{1,6}$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > MAX_SECONDS) {
    throw new Refusal(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires is not between 1 and 604800');
  }
  if (one('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw new Refusal(400, 'AuthorizationQueryParametersError', 'unknown X-Amz-Algorithm');
  }
  return {
    credential: one('X-Amz-Credential'),
    date: one('X-Amz-Date'),
    lifetimeMs: Number(seconds) * 1000,
    signedHeaders: one('X-Amz-SignedHeaders').split(';'),
    signature: one('X-Amz-Signature'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    sessionToken: query.get('X-Amz-Security-Token') ?? undefined,
  };
}

function fromHeaders(headers: IncomingHttpHeaders): GivenSignature {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=(\S+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [date, payloadHash] = [headers['x-amz-date'], headers['x-amz-content-sha256']];
  if (!credential || !signedHeaders || !signature || typeof date !== 'string') {
    throw new Refusal(403, 'AccessDenied', 'not signed');
  }
  const token = headers['x-amz-security-token'];
  return {
    credential,
    date,
    lifetimeMs: SKEW_MS,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash: typeof payloadHash === 'string' ? payloadHash : '',
    sessionToken: typeof token === 'string' ? token : undefined,
  };
}

function requireInTime({ date, lifetimeMs }: GivenSignature, now: number, isPresigned: boolean): void {
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (Number.isNaN(signedAt)) throw new Refusal(403, 'AccessDenied', 'no date');
  if (signedAt > now + SKEW_MS) throw new Refusal(403, 'RequestTimeTooSkewed');
  if (now > signedAt + lifetimeMs) {
    throw new Refusal(403, isPresigned ? 'AccessDenied' : 'RequestTimeTooSkewed', 'Request has expired');
  }
}

function requireSignedHeaders(headers: IncomingHttpHeaders, signed: string[]): void {
  const missing = Object.keys(headers).find(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );
  if (missing !== undefined) {
    throw new Refusal(403, 'AccessDenied', `There were headers present which were not signed: ${missing}`);
  }
  if (!signed.includes('host')) throw new Refusal(403, 'AccessDenied', 'host is not signed');
  if (signed.join() !== signed.toSorted().join()) throw new Refusal(403, 'SignatureDoesNotMatch');
}

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const canonicalValue = (value: string | string[] | undefined): string =>
  String(value ?? '')
    .trim()
    .replace(/ +/g, ' ');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
