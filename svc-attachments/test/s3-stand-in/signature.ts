import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
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
  service: 's3' | 'sts';
  secretOf: (accessKeyId: string) => Secret | undefined;
}

const SKEW_MS = 15 * 60_000;
const MAX_SECONDS = 604_800;
const SIGNED_LATER = /^X-Amz-(Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Security-Token)$/;

/**
 * Signs the request again as the SDK does. Throws S3's error when something else comes of it, and for a request that is
 * too old or has headers that are not signed.
 * @returns the id of the key
 */
export async function verifySignature(request: ReceivedRequest, verifier: Verifier): Promise<string> {
  const { query, headers } = request;
  const isPresigned = query.has('X-Amz-Signature');
  const { authorization = '' } = headers;
  if (isPresigned && authorization !== '') throw new Refusal(400, 'InvalidArgument');
  const [, credential = query.get('X-Amz-Credential') ?? '', signed = query.get('X-Amz-SignedHeaders')] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=/.exec(authorization) ?? [];
  const signedHeaders = new Set(signed?.split(';'));
  const seconds = isPresigned ? Number(query.get('X-Amz-Expires')) : SKEW_MS / 1000;
  if (!(seconds >= 1 && seconds <= MAX_SECONDS)) throw new Refusal(400, 'AuthorizationQueryParametersError');
  const given = isPresigned ? query.get('X-Amz-Date') : headers['x-amz-date'];
  const signingDate = dateOf(String(given), seconds * 1000, isPresigned);
  for (const name of ['host', ...Object.keys(headers).filter((header) => header.startsWith('x-amz-'))]) {
    if (!signedHeaders.has(name)) throw new Refusal(403, 'AccessDenied', `${name} is not signed`);
  }
  const { accessKeyId, signer, sessionToken } = signerOf(credential, verifier);
  const token = query.get('X-Amz-Security-Token') ?? headers['x-amz-security-token'];
  if (token !== sessionToken) throw new Refusal(403, 'InvalidToken');

  const hash = query.get('X-Amz-Content-Sha256');
  const toSign = new HttpRequest({
    method: request.method,
    path: request.path,
    query: Object.fromEntries([...query].filter(([name]) => !SIGNED_LATER.test(name))),
    headers: {
      ...Object.fromEntries([...signedHeaders].map((name) => [name, String(headers[name])])),
      ...(hash !== null && { 'X-Amz-Content-Sha256': hash }),
    },
  });
  const options = { signingDate, signableHeaders: signedHeaders };
  const isSigned = isPresigned
    ? isDeepStrictEqual(
        (await signer.presign(toSign, { ...options, expiresIn: seconds })).query,
        Object.fromEntries(query),
      )
    : (await signer.sign(toSign, options)).headers['authorization'] === authorization;
  if (!isSigned) throw new Refusal(403, 'SignatureDoesNotMatch');
  return accessKeyId;
}

/**
 * The time of a signature (20130524T000000Z).
 * @throws when it is over, or in the future
 */
export function dateOf(given: string, lifetimeMs: number, isPresigned: boolean): Date {
  const date = new Date(given.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const age = Date.now() - date.getTime();
  if (!(age >= -SKEW_MS && age <= lifetimeMs)) {
    throw new Refusal(403, isPresigned ? 'AccessDenied' : 'RequestTimeTooSkewed');
  }
  return date;
}

/** What the owner of a credential (`id/day/region/service/aws4_request`) signs with. */
export function signerOf(credential: string, { region, service, secretOf }: Verifier) {
  const [accessKeyId = ''] = credential.split('/');
  const secret = secretOf(accessKeyId);
  if (!secret) throw new Refusal(403, 'InvalidAccessKeyId');
  const signer = new SignatureV4({
    region,
    service,
    credentials: { accessKeyId, ...secret },
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: service !== 's3',
  });
  return { accessKeyId, signer, sessionToken: secret.sessionToken };
}
