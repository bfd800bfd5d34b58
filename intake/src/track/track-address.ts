/** The address of the page that follows a report, in the language that was chosen with the link, if one was. */
export function trackAddress(trackingToken: string): string {
  const language = new URLSearchParams(location.search).get('lang');
  return `/t/${trackingToken}${language === null ? '' : `?lang=${encodeURIComponent(language)}`}`;
}
