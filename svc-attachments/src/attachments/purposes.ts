/** What a picture shows: the work before it was begun, or finished. */
export const purposes = ['before', 'after'] as const;
export type Purpose = (typeof purposes)[number];

/** Types, as found in the bytes, of files that may have a purpose: JPEG, PNG, WebP, GIF, HEIC and AVIF. */
const SHOWING = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heic-sequence',
  'image/heif',
  'image/heif-sequence',
  'image/avif',
]);

/** Whether a file of this type shows something. */
export const isShowing = (fileType: string | null): boolean => fileType !== null && SHOWING.has(fileType);
