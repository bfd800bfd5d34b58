import { Busboy } from '@fastify/busboy';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { Refusal } from './refusal.ts';
import { dateOf, signerOf, type Verifier } from './signature.ts';

interface PostedForm {
  fields: Map<string, string>;
  file: Buffer;
}

/** Reads a browser's form (names in lower case, as S3 compares them). */
export function readPostedForm(headers: IncomingHttpHeaders, body: Buffer): Promise<PostedForm> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(new Refusal(400, 'MalformedPOSTRequest'));
    const form = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (name) => name === 'file',
    });
    const fields = new Map<string, string>();
    const chunks: Buffer[] = [];
    let hasFile = false;
    form.on('field', (name, value) => {
      fields.set(name.toLowerCase(), value);
    });
    form.on('file', (_name, stream) => {
      hasFile = true;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    });
    form.on('error', malformed);
    form.on('finish', () => (hasFile ? resolve({ fields, file: Buffer.concat(chunks) }) : malformed()));
    form.end(body);
  });
}

const policySchema = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.record(z.string(), z.string()),
      z.tuple([z.literal('eq'), z.string(), z.string()]),
      z.tuple([z.literal('starts-with'), z.string(), z.string()]),
      z.tuple([z.literal('content-length-range'), z.int(), z.int()]),
    ]),
  ),
});

/** Throws S3's error for a form that its signed policy does not allow ("POST Policy", AWS Signature Version 4). */
export async function requireAllowedByPolicy(
  { fields, file }: PostedForm,
  bucket: string,
  verifier: Verifier,
): Promise<void> {
  const field = (name: string): string => {
    const value = fields.get(name);
    if (value === undefined) throw new Refusal(403, 'AccessDenied', `${name} is missing`);
    return value;
  };
  const policyText = field('policy');
  const signingDate = dateOf(field('x-amz-date'), Infinity, true);
  const { signer } = signerOf(field('x-amz-credential'), verifier);
  if ((await signer.sign(policyText, { signingDate })) !== field('x-amz-signature')) {
    throw new Refusal(403, 'SignatureDoesNotMatch');
  }
  const policy = policySchema.parse(JSON.parse(Buffer.from(policyText, 'base64').toString()));
  if (Date.parse(policy.expiration) < Date.now()) {
    throw new Refusal(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
  }
  const uncovered = new Set([...fields.keys(), 'bucket']);
  for (const name of ['policy', 'x-amz-signature']) uncovered.delete(name);
  for (const condition of policy.conditions) {
    const rule = Array.isArray(condition)
      ? condition
      : (['eq', ...(Object.entries(condition)[0] ?? ['', ''])] as const);
    if (rule[0] === 'content-length-range') {
      if (file.length < rule[1]) throw new Refusal(400, 'EntityTooSmall');
      if (file.length > rule[2]) throw new Refusal(400, 'EntityTooLarge');
      continue;
    }
    const [kind, name, operand] = rule;
    const lower = name.replace(/^\$/, '').toLowerCase();
    const value = lower === 'bucket' ? bucket : (fields.get(lower) ?? '');
    const holds = kind === 'eq' ? value === operand : value.startsWith(operand);
    if (!holds) throw new Refusal(403, 'AccessDenied', `Invalid according to Policy: ${lower}`);
    uncovered.delete(lower);
  }
  if (uncovered.size > 0) {
    throw new Refusal(403, 'AccessDenied', `Extra input fields: ${[...uncovered].join(', ')}`);
  }
}
