/** Maximum size of a JSON body in bytes (100 KB); a larger one is a 413. */
export const BODY_LIMIT = 100 * 1024;
