import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { crc32 } from 'node:zlib';
import { Refusal } from './s3-stand-in/refusal.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';
import { sha256, verifySignature } from './s3-stand-in/signature.ts';

/** The examples of "Authenticating Requests (AWS Signature Version 4)" in the S3 API reference. */
describe('signature verification', () => {
  const at = (time: string) => ({
    region: 'us-east-1',
    service: 's3',
    now: () => Date.parse(time),
    secretOf: (id: string) =>
      id === 'AKIAIOSFODNN7EXAMPLE'
        ? { secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
        : undefined,
  });
  const EMPTY = sha256('');
  const CREDENTIAL = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
  const example = (
    method: string,
    target: string,
    signature: string,
    headers: Record<string, string>,
    hash = EMPTY,
  ) => {
    const all: Record<string, string> = {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': hash,
      'x-amz-date': '20130524T000000Z',
      ...headers,
    };
    const [path = '', query = ''] = target.split('?');
    return {
      method,
      path,
      query: new URLSearchParams(query),
      headers: {
        ...all,
        authorization: `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${Object.keys(all).sort().join(';')},Signature=${signature}`,
      },
    };
  };
  const examples = {
    'GET Object': example(
      'GET',
      '/test.txt',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      { range: 'bytes=0-9' },
    ),
    'PUT Object': example(
      'PUT',
      '/test%24file.text',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      sha256('Welcome to Amazon S3.'),
    ),
    'GET Bucket Lifecycle': example(
      'GET',
      '/?lifecycle',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      {},
    ),
    'GET Bucket (List Objects)': example(
      'GET',
      '/?max-keys=2&prefix=J',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      {},
    ),
    'a presigned URL': {
      method: 'GET',
      path: '/test.txt',
      query: new URLSearchParams({
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Credential': CREDENTIAL,
        'X-Amz-Date': '20130524T000000Z',
        'X-Amz-Expires': '86400',
        'X-Amz-SignedHeaders': 'host',
        'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
      }),
      headers: { host: 'examplebucket.s3.amazonaws.com' },
    },
  };

  it.each(Object.entries(examples))("matches AWS' own example: %s", (_name, signed) => {
    expect(verifySignature(signed, at('2013-05-24T00:05:00Z'))).toMatchObject({
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    });
  });

  it.each(Object.entries(examples))('rejects any change of: %s', (_name, signed) => {
    const forged = [
      { ...signed, method: signed.method === 'GET' ? 'HEAD' : 'GET' },
      { ...signed, path: `${signed.path}x` },
      { ...signed, query: new URLSearchParams([...signed.query, ['a', 'b']]) },
      { ...signed, headers: { ...signed.headers, host: 'other.s3.amazonaws.com' } },
      { ...signed, headers: { ...signed.headers, 'x-amz-acl': 'public-read' } },
    ];
    for (const request of forged) {
      expect(() => verifySignature(request, at('2013-05-24T00:05:00Z'))).toThrow(Refusal);
    }
    for (const time of ['2013-05-26T00:00:01Z', '2013-05-23T23:44:00Z']) {
      expect(() => verifySignature(signed, at(time))).toThrow(Refusal);
    }
    for (const other of [{ region: 'eu-west-1' }, { service: 'sts' }, { secretOf: () => undefined }]) {
      expect(() => verifySignature(signed, { ...at('2013-05-24T00:05:00Z'), ...other })).toThrow(Refusal);
    }
  });
});

/** The interface that @smithy/signature-v4 needs for hashing. */
class Sha256 {
  private readonly hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret === undefined) this.hash = createHash('sha256');
    else this.hash = createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }
  reset(): void {
    throw new Error('nobody resets');
  }
}
const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Buffer =>
  typeof data === 'string'
    ? Buffer.from(data)
    : data instanceof ArrayBuffer
      ? Buffer.from(data)
      : Buffer.from(data.buffer, data.byteOffset, data.byteLength);

describe('the stand-in for S3', () => {
  let standIn: S3StandIn;
  beforeAll(async () => {
    standIn = await S3StandIn.start();
  });
  afterAll(() => standIn.close());
  beforeEach(() => standIn.objects.clear());

  interface Sent {
    method: string;
    path: string;
    query?: Record<string, string>;
    headers: Record<string, string>;
    body?: string;
  }

  /** A request signed by the SDK's signer, in its header. */
  async function signed(
    { method, path, query = {}, headers, body = '' }: Sent,
    credentials = standIn.settings.credentials,
  ): Promise<Sent> {
    const signer = new SignatureV4({
      service: 's3',
      region: standIn.settings.region,
      credentials,
      sha256: Sha256,
      uriEscapePath: false,
    });
    const { hostname, port, host } = new URL(standIn.endpoint);
    const result = await signer.sign({
      method,
      protocol: 'http:',
      hostname,
      port: Number(port),
      path,
      query,
      headers: { host, 'x-amz-content-sha256': sha256(body), ...headers },
      body,
    });
    return { method, path, query, headers: result.headers, body };
  }
  const send = ({ method, path, query = {}, headers, body = '' }: Sent) =>
    new Promise<number>((resolve, reject) => {
      const search = new URLSearchParams(query).toString();
      const client = request(
        `${standIn.endpoint}${path}${search === '' ? '' : `?${search}`}`,
        { method, headers: { 'content-length': Buffer.byteLength(body), ...headers } },
        (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
      );
      client.on('error', reject).end(body);
    });
  const PATH = '/mainstay-files/uploads/1';
  const put = (headers: Record<string, string> = {}, body = 'content') =>
    signed({ method: 'PUT', path: PATH, headers, body });
  const base64 = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('base64');
  const crc = (text: string) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(text));
    return bytes.toString('base64');
  };

  it('accepts what the SDK signs', async () => {
    expect(await send(await put())).toBe(200);
    expect(await send(await signed({ method: 'GET', path: PATH, headers: {} }))).toBe(200);
    expect(standIn.objects.get('uploads/1')?.body.toString()).toBe('content');
  });

  it('rejects an altered signature, path, query, header or body, and stores nothing', async () => {
    const good = await put();
    const { authorization = '' } = good.headers;
    const forged: Sent[] = [
      { ...good, headers: { ...good.headers, authorization: authorization.replace(/.$/, flip) } },
      { ...good, headers: { ...good.headers, authorization: authorization.slice(0, -2) } },
      { ...good, path: `${PATH}1` },
      { ...good, query: { partNumber: '1' } },
      { ...good, headers: { ...good.headers, 'x-amz-acl': 'public-read' } },
      { ...good, headers: { ...good.headers, 'x-amz-date': '20300101T000000Z' } },
      { ...good, body: 'CONTENT' },
      { ...good, headers: { ...good.headers, 'x-amz-content-sha256': sha256('CONTENT') }, body: 'CONTENT' },
      { ...good, headers: { 'x-amz-content-sha256': sha256('content') } },
      await signed(
        { method: 'PUT', path: PATH, headers: {}, body: 'content' },
        {
          accessKeyId: 'STANDINKEY',
          secretAccessKey: 'guessed',
        },
      ),
      await signed(
        { method: 'PUT', path: PATH, headers: {}, body: 'content' },
        {
          accessKeyId: 'FOREIGN',
          secretAccessKey: 'stand-in-secret',
        },
      ),
    ];
    for (const call of forged) expect([400, 403]).toContain(await send(call));
    expect(standIn.objects.size).toBe(0);
  });

  it('rejects a request without one of its signed headers', async () => {
    const good = await put({ 'content-type': 'image/png' });
    const headers = Object.fromEntries(
      Object.entries(good.headers).filter(([name]) => name !== 'content-type'),
    );
    expect(await send(good)).toBe(200);
    expect(await send({ ...good, headers })).toBe(403);
  });

  it('accepts a checksum or a digest only if it matches the body', async () => {
    const right = {
      'content-md5': base64('md5', 'content'),
      'x-amz-checksum-sha1': base64('sha1', 'content'),
      'x-amz-checksum-sha256': base64('sha256', 'content'),
      'x-amz-checksum-crc32': crc('content'),
    };
    const wrong = {
      'content-md5': base64('md5', 'other'),
      'x-amz-checksum-sha1': base64('sha1', 'other'),
      'x-amz-checksum-sha256': base64('sha256', 'other'),
      'x-amz-checksum-crc32': crc('other'),
      'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=',
    };
    for (const [name, value] of Object.entries(right))
      expect(await send(await put({ [name]: value }))).toBe(200);
    standIn.objects.clear();
    for (const [name, value] of Object.entries(wrong)) {
      expect([400, 501]).toContain(await send(await put({ [name]: value })));
    }
    expect(await send(await put({ 'content-md5': 'nonsense' }))).toBe(400);
    expect(standIn.objects.size).toBe(0);
  });

  it('requires the length, and rejects a body of another length', async () => {
    const { headers } = await put();
    const statusOf = (extra: Record<string, string>) =>
      new Promise((resolve) => {
        const client = request(`${standIn.endpoint}${PATH}`, {
          method: 'PUT',
          headers: { ...headers, ...extra },
        });
        client.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
        client.on('error', () => resolve('broken off'));
        client.end('content');
      });
    expect(await statusOf({ 'transfer-encoding': 'chunked' })).toBe(411);
    expect(await statusOf({ 'content-length': '6' })).not.toBe(200);
    expect(standIn.objects.size).toBe(0);
  });

  it('replaces nothing that If-None-Match protects', async () => {
    expect(await send(await put({ 'if-none-match': '*' }))).toBe(200);
    expect(await send(await put({ 'if-none-match': '*' }, 'other'))).toBe(412);
    expect(standIn.objects.get('uploads/1')?.body.toString()).toBe('content');
  });

  it('rejects a form with a field that its policy does not name, or another value', async () => {
    const client = new S3Client(standIn.settings);
    const { url, fields } = await createPresignedPost(client, {
      Bucket: 'mainstay-files',
      Key: 'uploads/1',
      Conditions: [['content-length-range', 1, 10]],
    });
    const post = async (extra: Record<string, string>, content = 'content') => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...extra })) form.set(name, value);
      form.set('file', new Blob([content]));
      const response = await fetch(url, { method: 'POST', body: form });
      await response.arrayBuffer();
      return response.status;
    };
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as object;
    const wider = Buffer.from(JSON.stringify({ ...policy, conditions: [] })).toString('base64');
    expect(await post({ acl: 'public-read' })).toBe(403);
    expect(await post({ key: 'uploads/2' })).toBe(403);
    expect(await post({ Policy: wider })).toBe(403);
    expect(await post({}, '')).toBe(400);
    expect(await post({}, '12345678901')).toBe(400);
    expect(standIn.objects.size).toBe(0);
    expect(await post({})).toBe(204);
  });
});

const flip = (last: string): string => (last === '0' ? '1' : '0');
