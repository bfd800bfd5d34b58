import { lateness, LOCALE } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { type GroupBy } from '../api/report-types.ts';

/** An amount in words: `"640.00"` is `$640.00`. */
export type Money = (amount: string) => string;

const decimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const monthName = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const categories: Readonly<Partial<Record<string, string>>> = strings.category;

export const countWords = strings.count;
const decimalWords = (n: number): string => decimal.format(n);
/** Days from two days on. Null stays null: there is too little to say. */
export const hourWords = (hours: number | null): string | null =>
  hours === null ? null : hours < 48 ? strings.hours(decimalWords(hours)) : latenessWords(hours);
export const shareWords = (share: number | null): string | null =>
  share === null ? null : strings.percent(decimalWords(share));
/** @param key like `2026-11` */
export const monthWords = (key: string): string => month.format(new Date(`${key}-01`));

/** Without the year. */
export const monthNameOf = (key: string): string => monthName.format(new Date(`${key}-01`));

/** How late something is, like `5 h` or, from two days on, `2.8 days`. */
export const latenessWords = (hours: number): string => lateness(hours * 3_600_000);

/**
 * An amount in few characters, like `$1.2K`.
 * @param currency an ISO code
 */
export const shortMoney = (currency: string): ((amount: number) => string) => {
  const style = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const;
  const format = new Intl.NumberFormat(LOCALE, style);
  return (amount) => format.format(amount);
};

/** The name of a category of equipment; one that is newer than this build, as the service names it. */
const categoryWords = (category: string): string => categories[category] ?? category;

/** The name of a group of a report. */
export function groupWords(by: GroupBy, { key, label }: { key: string | null; label: string }): string {
  if (key === null) return by === 'vendor' ? strings.noVendor : strings.noEquipment;
  if (by === 'category') return categoryWords(key);
  return by === 'month' ? monthWords(key) : label;
}
