/** Beginnings of paths whose rest is a secret: neither logged nor traced, and everything unknown there looks the same. */
export const secretPaths = ['/api/intake/'];
