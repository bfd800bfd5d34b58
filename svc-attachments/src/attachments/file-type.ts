import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

/** Number of leading bytes used to detect a file's type. */
export const SNIFFED_BYTES = 65_536;

const UNKNOWN = 'application/octet-stream';

/** Types that can be detected from the first bytes, with the aliases that browsers use. */
const ALIASES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/apng', 'image/png'],
]);

/** Families of binary formats: a claim of one of them must be confirmed by the bytes. */
const BINARY = /^(image\/(?!svg\+xml$)|audio\/|video\/|font\/)/;

/** What is known about a file's type. */
export interface FileType {
  /** The stored type: null when neither the file nor the uploader gives one. */
  type: string | null;
  /** The bytes match the uploader's claim, or there was no claim. */
  isAsClaimed: boolean;
}

/**
 * A file's type: detected from its first bytes, otherwise the uploader's claim. A claim that the bytes would have to
 * confirm and do not becomes `application/octet-stream`.
 */
export async function fileTypeOf(start: Buffer, claim: string | null): Promise<FileType> {
  const claimed = plain(claim ?? '');
  const found = await sniff(start);
  if (found !== undefined) {
    const isAsClaimed = claimed === '' || claimed === UNKNOWN || nameOf(claimed) === nameOf(found);
    return { type: found, isAsClaimed };
  }
  const wouldShow = supportedMimeTypes.has(nameOf(claimed)) || BINARY.test(claimed);
  return wouldShow ? { type: UNKNOWN, isAsClaimed: false } : { type: claim, isAsClaimed: true };
}

async function sniff(start: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(start))?.mime;
  } catch {
    // It starts with the signature of a format and is then malformed.
    return undefined;
  }
}

/** Without parameters, for comparison. */
const plain = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

const nameOf = (type: string): string => ALIASES.get(type) ?? type;
