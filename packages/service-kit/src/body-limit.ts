/** Bytes of a JSON body at most (100 KB); more is a 413. */
export const BODY_LIMIT = 100 * 1024;
