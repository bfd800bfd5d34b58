import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireChecksums } from './checksums.ts';
import { listUploads, MultipartStore } from './multipart-store.ts';
import { readPostedForm, requireAllowedByPolicy } from './post-policy.ts';
import { Refusal } from './refusal.ts';
import { type ReceivedRequest, verifySignature, type Verifier } from './signature.ts';
import { TokenService } from './token-service.ts';

const REGION = 'eu-central-1';
const ACCESS_KEY_ID = 'STANDINKEY';
const SECRET_ACCESS_KEY = 'stand-in-secret';
const BUCKET = 'mainstay-files';

interface StandInObject {
  body: Buffer;
  etag: string;
  type: string;
  storedAt: Date;
}

interface Call extends ReceivedRequest {
  key: string;
  body: Buffer;
}

/**
 * A bucket in memory that is as strict as S3 where it matters here: signatures in a header, in a query and over a form,
 * the clock, the expiry, signed headers, lengths, checksums, and the rules of multipart uploads. It accepts
 * the bucket in the path and in the host name. s3-stand-in.spec.ts shows what it refuses.
 */
export class S3StandIn {
  readonly objects = new Map<string, StandInObject>();
  readonly multipart = new MultipartStore();
  readonly tokens = new TokenService();
  /** When set, every call fails with this: for example 503 `SlowDown`. */
  fault: { status: number; code: string } | undefined;
  /** What it waits for, the caller waits for: before a call is served, or before its response is sent. */
  interrupt: ((when: 'before' | 'after', method: string, key: string) => Promise<void>) | undefined;
  /** It copies whatever is there, as Ceph does. */
  ignoresCopyCondition = false;
  /** Calls so far, refused ones included. */
  calls = 0;

  readonly endpoint: string;
  private readonly server: Server;

  private constructor(server: Server, endpoint: string) {
    this.server = server;
    this.endpoint = endpoint;
  }

  static async start(): Promise<S3StandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const standIn = new S3StandIn(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void standIn.respond(request, response));
    return standIn;
  }

  get settings() {
    return {
      bucket: BUCKET,
      region: REGION,
      endpoint: this.endpoint,
      credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY },
      forcePathStyle: true,
      maxBytes: 10_485_760,
    };
  }

  /** The settings of a service that stores its files here. */
  get env(): Record<string, string> {
    return envOf(this.settings);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private verifier(service: 's3' | 'sts'): Verifier {
    return {
      region: REGION,
      service,
      secretOf: (id) =>
        id === ACCESS_KEY_ID ? { secretAccessKey: SECRET_ACCESS_KEY } : this.tokens.secretOf(id),
    };
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1;
    const body = await readAll(request);
    try {
      if (this.fault) throw new Refusal(this.fault.status, this.fault.code);
      const { method = '', headers } = request;
      const url = new URL(request.url ?? '/', this.endpoint);
      const received = { method, headers, path: url.pathname, query: url.searchParams };
      if (method === 'PUT' && headers['content-length'] === undefined) {
        throw new Refusal(411, 'MissingContentLength');
      }
      if (isForm(headers)) await this.takeForm(received, body, response);
      else if (body.includes('Action=AssumeRole')) {
        await this.verify(received, body, 'sts');
        response.end(this.tokens.assumeRole(new URLSearchParams(body.toString())));
      } else {
        const call = { ...received, body, key: keyOf(received) };
        const accessKeyId = await this.verify(call, body, 's3');
        requireChecksums(headers, body);
        this.tokens.requireAllowed(accessKeyId, method, `arn:aws:s3:::${BUCKET}/${call.key}`);
        await this.interrupt?.('before', method, call.key);
        request.socket.cork();
        this.serve(call, response);
        await this.interrupt?.('after', method, call.key);
        request.socket.uncork();
      }
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
    }
  }

  /** @returns the id of the key with which it is signed */
  private async verify(request: ReceivedRequest, body: Buffer, service: 's3' | 'sts'): Promise<string> {
    const hash = request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex')) {
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    }
    return verifySignature(request, this.verifier(service));
  }

  private async takeForm(request: ReceivedRequest, body: Buffer, response: ServerResponse): Promise<void> {
    if (keyOf(request) !== '' || request.method !== 'POST') throw new Refusal(405, 'MethodNotAllowed');
    const form = await readPostedForm(request.headers, body);
    await requireAllowedByPolicy(form, BUCKET, this.verifier('s3'));
    const etag = this.store(form.fields.get('key') ?? '', form.file, form.fields.get('content-type'));
    response.writeHead(Number(form.fields.get('success_action_status') ?? 204), { ETag: etag }).end();
  }

  private serve(call: Call, response: ServerResponse): void {
    const { method, headers, key, query, body } = call;
    if (key === '') {
      if (method === 'GET' && query.has('uploads')) {
        response.end(listUploads(this.multipart, query));
      } else if (method === 'GET' && query.get('list-type') === '2') {
        response.end(this.listing(query.get('prefix') ?? '', query.get('continuation-token') ?? ''));
      } else {
        throw new Refusal(501, 'NotImplemented');
      }
    } else if (query.has('uploads') || query.has('uploadId')) {
      this.multipart.serve(call, response, (whole, type) => {
        return this.store(key, whole, type, `"${createHash('md5').update(whole).digest('hex')}-1"`);
      });
    } else if (method === 'PUT' && typeof headers['x-amz-copy-source'] === 'string') {
      this.copy(call, headers['x-amz-copy-source'], response);
    } else if (method === 'PUT') {
      response.setHeader('ETag', this.store(key, body, headers['content-type'])).end();
    } else if (method === 'GET' || method === 'HEAD') {
      this.send(call, response);
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else {
      throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  private copy({ key, headers }: Call, from: string, response: ServerResponse): void {
    const source = this.find(from.replace(`${BUCKET}/`, ''));
    const expected = headers['x-amz-copy-source-if-match'];
    if (!this.ignoresCopyCondition && expected !== undefined && expected !== source.etag)
      throw new Refusal(412, 'PreconditionFailed');
    const replace = headers['x-amz-metadata-directive'] === 'REPLACE';
    const type = replace ? typeOf(headers['content-type']) : source.type;
    this.objects.set(key, { ...source, type, storedAt: new Date() });
    response.end(`<CopyObjectResult><ETag>${source.etag}</ETag></CopyObjectResult>`);
  }

  private send({ method, key, headers, query }: Call, response: ServerResponse): void {
    const { body, etag, type } = this.find(key);
    response.setHeader('ETag', etag);
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Content-Type', query.get('response-content-type') ?? type);
    for (const name of ['content-disposition', 'cache-control']) {
      const value = query.get(`response-${name}`);
      if (value !== null) response.setHeader(name, value);
    }
    const ifRange = headers['if-range'];
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined || (ifRange !== undefined && ifRange !== etag)) {
      response.setHeader('Content-Length', body.length);
      response.end(method === 'GET' ? body : undefined);
      return;
    }
    const [start, end] = [Number(first), Math.min(Number(last || body.length), body.length - 1)];
    if (start > end) throw new Refusal(416, 'InvalidRange');
    response.writeHead(206, {
      'Content-Range': `bytes ${start}-${end}/${body.length}`,
      'Content-Length': end - start + 1,
    });
    response.end(method === 'GET' ? body.subarray(start, end + 1) : undefined);
  }

  private store(key: string, body: Buffer, type: string | undefined, etag?: string): string {
    const tag = etag ?? `"${createHash('md5').update(body).digest('hex')}"`;
    this.objects.set(key, { body, etag: tag, type: typeOf(type), storedAt: new Date() });
    return tag;
  }

  /** The keys after `after`, as ListObjectsV2 returns them: S3 has pages of 1000, here they are of 2. */
  private listing(prefix: string, after: string): string {
    const keys = [...this.objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
    const contents = keys.slice(0, 2).map((key) => {
      const date = this.find(key).storedAt.toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${date}</LastModified></Contents>`;
    });
    const next = keys.length > 2 ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : '';
    const truncated = `<IsTruncated>${keys.length > 2}</IsTruncated>`;
    return `<ListBucketResult>${contents.join('')}${truncated}${next}</ListBucketResult>`;
  }

  private find(key: string): StandInObject {
    const object = this.objects.get(key);
    if (!object) throw new Refusal(404, 'NoSuchKey');
    return object;
  }
}

/** The settings of a service that stores its files in a bucket. */
export const envOf = ({ bucket, region, endpoint, credentials, forcePathStyle }: S3StandIn['settings']) => ({
  STORAGE_DRIVER: 's3',
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  S3_FORCE_PATH_STYLE: String(forcePathStyle),
});

const typeOf = (type: string | undefined): string => type ?? 'binary/octet-stream';

const isForm = (headers: IncomingMessage['headers']): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true;

/** The key in a path-style or host-style address of the bucket; empty for the bucket itself. */
function keyOf({ path, headers }: ReceivedRequest): string {
  if (headers.host?.startsWith(`${BUCKET}.`)) return decodeURIComponent(path.slice(1));
  const [, bucket, ...parts] = path.split('/');
  if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket');
  return decodeURIComponent(parts.join('/'));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
