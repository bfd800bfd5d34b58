import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const REGION = 'eu-central-1';
const ACCESS_KEY_ID = 'STANDINKEY';
const SECRET_ACCESS_KEY = 'stand-in-secret';
const BUCKET = 'mainstay-files';

/** An error answer of S3. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}

interface StoredObject {
  body: Buffer;
  etag: string;
  type: string;
}

/**
 * A bucket in memory that is as strict as S3 where it matters here: it checks Signature Version 4 in both forms
 * (header and query), the clock, the expiry, that every x-amz header is signed and that the body has the signed hash.
 */
export class S3StandIn {
  readonly objects = new Map<string, StoredObject>();
  /** When set, every call is answered so: for example 503 `SlowDown`. */
  fault: { status: number; code: string } | undefined;

  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  static async start(): Promise<S3StandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const standIn = new S3StandIn(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void standIn.answer(request, response));
    return standIn;
  }

  get settings() {
    return {
      bucket: BUCKET,
      region: REGION,
      endpoint: this.endpoint,
      credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY },
      forcePathStyle: true,
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    try {
      if (this.fault) throw new Refusal(this.fault.status, this.fault.code);
      const url = new URL(request.url ?? '/', this.endpoint);
      authenticate(request, url, body);
      this.serve(request, response, url, body);
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
    }
  }

  private serve(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: Buffer,
  ): void {
    const [, bucket, ...parts] = url.pathname.split('/');
    const key = parts.join('/');
    if (bucket !== BUCKET || key === '') throw new Refusal(404, 'NoSuchBucket');
    if (method === 'PUT' && typeof headers['x-amz-copy-source'] === 'string') {
      const source = this.find(headers['x-amz-copy-source'].replace(`${BUCKET}/`, ''));
      const expected = headers['x-amz-copy-source-if-match'];
      if (expected !== undefined && expected !== source.etag) throw new Refusal(412, 'PreconditionFailed');
      const replace = headers['x-amz-metadata-directive'] === 'REPLACE';
      this.objects.set(key, { ...source, type: replace ? typeOf(headers) : source.type });
      response.end(`<CopyObjectResult><ETag>${source.etag}</ETag></CopyObjectResult>`);
    } else if (method === 'PUT') {
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      this.objects.set(key, { body, etag, type: typeOf(headers) });
      response.setHeader('ETag', etag).end();
    } else if (method === 'GET' || method === 'HEAD') {
      const object = this.find(key);
      response.setHeader('ETag', object.etag);
      response.setHeader('Content-Length', object.body.length);
      response.setHeader('Content-Type', url.searchParams.get('response-content-type') ?? object.type);
      const disposition = url.searchParams.get('response-content-disposition');
      if (disposition !== null) response.setHeader('Content-Disposition', disposition);
      response.end(method === 'GET' ? object.body : undefined);
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else {
      throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  private find(key: string): StoredObject {
    const object = this.objects.get(key);
    if (!object) throw new Refusal(404, 'NoSuchKey');
    return object;
  }
}

const typeOf = (headers: IncomingMessage['headers']): string =>
  headers['content-type'] ?? 'binary/octet-stream';

/** Throws what S3 answers to a call that is not signed as "Authenticating Requests (AWS Signature Version 4)" demands. */
function authenticate(request: IncomingMessage, url: URL, body: Buffer): void {
  const presigned = url.searchParams.has('X-Amz-Signature');
  const given = presigned ? fromQuery(url.searchParams) : fromHeaders(request);
  const [keyId, day, region, service, terminator] = given.credential.split('/');
  if (keyId !== ACCESS_KEY_ID) throw new Refusal(403, 'InvalidAccessKeyId');
  if (
    region !== REGION ||
    service !== 's3' ||
    terminator !== 'aws4_request' ||
    day !== given.date.slice(0, 8)
  ) {
    throw new Refusal(403, 'AuthorizationHeaderMalformed');
  }
  const signedAt = Date.parse(
    given.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (signedAt > Date.now() + 900_000) throw new Refusal(403, 'RequestTimeTooSkewed');
  if (Date.now() > signedAt + given.lifetime * 1000) {
    throw new Refusal(403, presigned ? 'AccessDenied' : 'RequestTimeTooSkewed', 'Request has expired');
  }
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-amz-') && !given.signedHeaders.includes(name)) {
      throw new Refusal(403, 'AccessDenied', `There were headers present which were not signed: ${name}`);
    }
  }
  if (!given.signedHeaders.includes('host')) throw new Refusal(403, 'AccessDenied', 'host is not signed');
  if (given.payloadHash !== 'UNSIGNED-PAYLOAD' && given.payloadHash !== sha256(body)) {
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  }

  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = given.signedHeaders.map(
    (name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`,
  );
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    given.signedHeaders.join(';'),
    given.payloadHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', given.date, scope, sha256(canonical)].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    `AWS4${SECRET_ACCESS_KEY}`,
  );
  const expected = createHmac('sha256', signingKey).update(text).digest();
  const signature = Buffer.from(given.signature, 'hex');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new Refusal(403, 'SignatureDoesNotMatch');
  }
}

interface GivenSignature {
  credential: string;
  date: string;
  /** Seconds. */
  lifetime: number;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
}

function fromQuery(query: URLSearchParams): GivenSignature {
  const lifetime = Number(query.get('X-Amz-Expires'));
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || !(lifetime >= 1 && lifetime <= 604_800)) {
    throw new Refusal(400, 'AuthorizationQueryParametersError');
  }
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    lifetime,
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function fromHeaders({ headers }: IncomingMessage): GivenSignature {
  const match = /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  const [, credential, signedHeaders, signature] = match ?? [];
  const [date, payloadHash] = [headers['x-amz-date'], headers['x-amz-content-sha256']];
  if (
    !credential ||
    !signedHeaders ||
    !signature ||
    typeof date !== 'string' ||
    typeof payloadHash !== 'string'
  ) {
    throw new Refusal(403, 'AccessDenied', 'not signed');
  }
  return { credential, date, lifetime: 900, signedHeaders: signedHeaders.split(';'), signature, payloadHash };
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
