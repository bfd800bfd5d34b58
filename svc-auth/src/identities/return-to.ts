const LONGEST = 2000;

/** The path of ours to which a sign-in returns; `/` for anything else. No call of the API, which might begin another. */
export function returnPath(asked: string | undefined, publicUrl: string): string {
  if (asked === undefined || asked.length > LONGEST || !asked.startsWith('/')) return '/';
  const { origin } = new URL(publicUrl);
  const url = URL.parse(asked, origin);
  // `/.//a.example` becomes `//a.example`, which is another host.
  if (url?.origin !== origin || /^\/(\/|api(\/|$))/i.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
