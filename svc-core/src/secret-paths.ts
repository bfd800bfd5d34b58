/** Beginnings of paths whose rest is a secret: neither logged nor traced; all that is unknown looks the same. */
export const secretPaths = ['/api/intake/'];
