import { LOCALE } from '@mainstay/web-kit';

const format = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/**
 * Formats an instant in the user's time zone, like "Mar 5, 3:04 PM".
 * @param instant ISO 8601
 */
export function creationTime(instant: string): string {
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return format.format(new Date(instant)).replaceAll('\u202f', ' ');
}
