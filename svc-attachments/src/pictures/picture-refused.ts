/** What was uploaded cannot be read as the picture or video that it seems to be. The message says why. */
export class PictureRefused extends Error {
  override readonly name: string = 'PictureRefused';
}

/** The exit code of a process that refuses a picture, and writes why. */
export const REFUSED = 3;
