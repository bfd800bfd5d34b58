/** A box of an ISO base media file: MP4, MOV, HEIC, AVIF. */
export interface Box {
  /** Four letters; empty for bytes that are no box. */
  type: string;
  /** The position of its length, which its type follows. */
  at: number;
  /** The position of its content. */
  from: number;
  end: number;
}

/** The boxes between two positions, one after the other. */
export function* boxesIn(file: Buffer, from: number, end: number): Generator<Box> {
  for (let at = from; at < end;) {
    const box = boxAt(file, at, end);
    yield box;
    at = box.end;
  }
}

function boxAt(file: Buffer, at: number, end: number): Box {
  const short = at + 8 <= end ? file.readUInt32BE(at) : -1;
  const isLong = short === 1 && at + 16 <= end;
  const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : short || end - at;
  const from = at + (isLong ? 16 : 8);
  if (at + size < from) return { type: '', at, from: at, end };
  return { type: file.toString('latin1', at + 4, at + 8), at, from, end: Math.min(at + size, end) };
}

/** The first box of a type. */
export function findBox(
  file: Buffer,
  { from, end }: Pick<Box, 'from' | 'end'>,
  type: string,
): Box | undefined {
  for (const box of boxesIn(file, from, end)) if (box.type === type) return box;
  return undefined;
}

/** Makes a box one of zeros that readers skip. */
export function emptyBox(file: Buffer, { type, at, from, end }: Box): void {
  file.fill(0, from, end);
  if (type !== '') file.write('free', at + 4, 'latin1');
}

/** Reads the fields of a box one after the other; those behind its end are 0. */
export class Fields {
  private readonly file: Buffer;
  private at: number;
  private readonly end: number;

  constructor(file: Buffer, { from, end }: Pick<Box, 'from' | 'end'>) {
    this.file = file;
    this.at = from;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Whether fields were read that are not there. */
  get isCut(): boolean {
    return this.at > this.end;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  /** @param bytes 0 for a field that is not there: 0 */
  number(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    if (bytes === 0 || this.at > this.end) return 0;
    return bytes === 8 ? Number(this.file.readBigUInt64BE(at)) : this.file.readUIntBE(at, bytes);
  }

  text(bytes: number): string {
    const at = this.at;
    this.at += bytes;
    return this.file.toString('latin1', at, Math.min(this.at, this.end));
  }
}
