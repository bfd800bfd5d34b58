/** The URL with one query parameter changed, once for each parameter of the permission. */
export function eachParameterAltered(url: string): string[] {
  return [...new URL(url).searchParams.keys()].map((name) => {
    const altered = new URL(url);
    const value = altered.searchParams.get(name) ?? '';
    altered.searchParams.set(
      name,
      value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
    );
    return altered.href;
  });
}
