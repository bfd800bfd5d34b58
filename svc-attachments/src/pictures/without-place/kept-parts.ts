import { PictureRefused } from '../picture-refused.ts';

/** Parts of the file overlap, it says that it has more than it can have, or it does not say where its data is. */
export class UnreadablePicture extends PictureRefused {
  override readonly name = 'UnreadablePicture';

  constructor() {
    super(
      'The place where this was taken cannot be removed, because the file is damaged. Please save it again, or choose another one.',
    );
  }
}

/**
 * A file of which only those parts stay that it names as needed to show it. Nothing in a sound file is read or kept
 * more than twice; one that wants more is refused, so that the time for a file is in proportion to its size.
 */
export class KeptParts {
  /** As it was. What says where parts are is read here, and may no longer be in the file. */
  readonly original: Buffer;
  private readonly file: Buffer;
  private left: number;

  constructor(file: Buffer) {
    this.file = file;
    this.original = Buffer.from(file);
    this.left = 2 * file.length;
  }

  /** @throws UnreadablePicture */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new UnreadablePicture();
  }

  /**
   * Keeps bytes that were cleared, as far as the file has them.
   * @throws UnreadablePicture
   */
  keep(from: number, bytes: number): void {
    const end = Math.min(from + bytes, this.original.length);
    if (end <= from) return;
    this.take(end - from);
    this.original.copy(this.file, from, from, end);
  }
}
