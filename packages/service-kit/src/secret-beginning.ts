/** Of these beginnings of paths, the one that an address has, also with encoded letters, as a router reads it. */
export function secretBeginning(url: string, secretPaths: readonly string[]): string | undefined {
  const [path = ''] = url.split('?', 1);
  const decoded = path.replaceAll(/%[2-7][\da-f]/gi, (letter) => decodeURIComponent(letter));
  return secretPaths.find((beginning) => decoded.startsWith(beginning));
}
