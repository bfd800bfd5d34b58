/** Beginnings of paths whose rest is a secret: neither logged nor traced. */
export const secretPaths = ['/api/unsubscribe/'];
