import { PictureRefused } from '../picture-refused.ts';

/** Parts of the file overlap, or it says that it has more than it can have. */
export class UnreadablePicture extends PictureRefused {
  override readonly name = 'UnreadablePicture';

  constructor() {
    super(
      'The place where this was taken cannot be removed, because the file is damaged. Please save it again, or choose another one.',
    );
  }
}

/**
 * The work that a file may cause. Nothing in a sound file is read or overwritten more than twice; one that wants more
 * is refused, so that the time for a file is in proportion to its size.
 */
export class Work {
  private readonly file: Buffer;
  private left: number;

  constructor(file: Buffer) {
    this.file = file;
    this.left = 2 * file.length;
  }

  /** @throws UnreadablePicture */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new UnreadablePicture();
  }

  /** Overwrites bytes that the file names, as far as it has them. @throws UnreadablePicture */
  clear(from: number, bytes: number): void {
    const end = Math.min(from + bytes, this.file.length);
    if (end <= from) return;
    this.take(end - from);
    this.file.fill(0, from, end);
  }
}
