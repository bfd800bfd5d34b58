import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

/** Number of leading bytes used to detect a file's type. */
export const SNIFFED_BYTES = 65_536;

const UNKNOWN = 'application/octet-stream';

/** The beginning of a PNG, whose type may otherwise follow only after more bytes, such as those of a long profile. */
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Families of binary formats: a claim of one of them must be confirmed by the bytes. */
const BINARY = /^(image\/(?!svg\+xml$)|audio\/|video\/|font\/)/;

/**
 * A file's type: detected from its first bytes, otherwise the uploader's claim; null when neither gives one. A claim
 * that the bytes would have to confirm and do not becomes `application/octet-stream`.
 */
export async function fileTypeOf(start: Buffer, claim: string | null): Promise<string | null> {
  const found = await sniff(start);
  if (found !== undefined) return found;
  if (start.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const claimed = plain(claim ?? '');
  return supportedMimeTypes.has(claimed) || BINARY.test(claimed) ? UNKNOWN : claim;
}

async function sniff(start: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(start))?.mime;
  } catch {
    // It starts with the signature of a format and is then malformed.
    return undefined;
  }
}

/** Without parameters. */
const plain = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();
