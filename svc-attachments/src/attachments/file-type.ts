import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

/** As many of a file's first bytes as its type is read from. */
export const SNIFFED_BYTES = 65_536;

const UNKNOWN = 'application/octet-stream';

/** Types whose files tell what they are by their first bytes, with the other names that browsers have for them. */
const ALIASES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/apng', 'image/png'],
]);

/** Families of binary formats: a file that claims to be one of them and cannot be recognised is not believed. */
const BINARY = /^(image\/(?!svg\+xml$)|audio\/|video\/|font\/)/;

/** What is known of a file's type. */
export interface FileType {
  /** What is stored: null when neither the file nor the uploader says anything. */
  type: string | null;
  /** The bytes are what the uploader said, or the uploader said nothing. */
  isAsClaimed: boolean;
}

/**
 * A file's real type: what its first bytes show, else what the uploader called it. A claim that its bytes would have
 * to show and do not becomes `application/octet-stream`.
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
    // It begins like a format and then breaks its rules.
    return undefined;
  }
}

/** Without parameters, as types are compared. */
const plain = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

const nameOf = (type: string): string => ALIASES.get(type) ?? type;
