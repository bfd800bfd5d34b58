import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { Refusal } from './refusal.ts';

const digest = (algorithm: string) => (body: Buffer) => createHash(algorithm).update(body).digest('base64');

/** Supported checksums; a body with another one is rejected. */
const CHECKSUMS: Record<string, (body: Buffer) => string> = {
  'x-amz-checksum-sha1': digest('sha1'),
  'x-amz-checksum-sha256': digest('sha256'),
  'x-amz-checksum-crc32': (body) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(body));
    return bytes.toString('base64');
  },
};

/** Throws when the body does not match the client's Content-MD5 or x-amz-checksum-… header. */
export function requireChecksums(headers: IncomingHttpHeaders, body: Buffer): void {
  const md5 = headers['content-md5'];
  if (md5 !== undefined) {
    if (typeof md5 !== 'string' || Buffer.from(md5, 'base64').length !== 16) {
      throw new Refusal(400, 'InvalidDigest');
    }
    if (digest('md5')(body) !== md5) throw new Refusal(400, 'BadDigest');
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!/^x-amz-checksum-(?!mode$|algorithm$|type$)/.test(name)) continue;
    const checksum = CHECKSUMS[name];
    if (!checksum) throw new Refusal(501, 'NotImplemented', name);
    if (checksum(body) !== value) throw new Refusal(400, 'BadDigest', name);
  }
}
