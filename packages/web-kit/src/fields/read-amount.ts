import { LOCALE } from '@mainstay/web-kit';

/** The signs of a currency, as people write them: `$`, `US$` and `USD`. */
function signsOf(currency: string): string[] {
  const shown = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    [LOCALE, 'en-CA'].flatMap((locale) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [value.toLowerCase()] : [])),
    ),
  );
  // `US$` before `$`.
  return [...new Set([...shown, currency.toLowerCase()])].sort((a, b) => b.length - a.length);
}

/** Three digits after a single dot may be thousands or thousandths. */
const forms = [
  /^(?<whole>\d+)(?:[.,](?<places>\d{0,2}))?$/,
  /^(?<whole>)[.,](?<places>\d{1,2})$/,
  /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+)(?:\.(?<places>\d{0,2}))?$/,
  /^(?<whole>[1-9]\d{0,2}(?:(?: \d{3})+|(?:'\d{3})+))(?:[.,](?<places>\d{0,2}))?$/,
  /^(?<whole>[1-9]\d{0,2}(?:\.\d{3})+),(?<places>\d{0,2})$/,
  /^(?<whole>[1-9]\d{0,2}(?:\.\d{3}){2,})$/,
];

/**
 * An amount as people type it or copy it from a page, in the API's one form: `$1,299.5` is `1299.50`. Undefined for
 * what could be two amounts, or is none.
 * @param currency an ISO code
 */
export function readAmount(text: string, currency: string): string | undefined {
  const signs = signsOf(currency);
  // Also makes plain spaces and digits of all kinds of them.
  let rest = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[−‐-―]/g, '-')
    .replaceAll(/[’‘ʼ]/g, "'")
    .trim();
  const takeMinus = (): boolean => {
    if (!rest.startsWith('-')) return false;
    rest = rest.slice(1).trimStart();
    return true;
  };
  const isFirst = takeMinus();
  const before = signs.find((sign) => rest.startsWith(sign));
  if (before) rest = rest.slice(before.length).trimStart();
  const isNegative = isFirst || takeMinus();
  const after = signs.find((sign) => rest.endsWith(sign));
  if (after) rest = rest.slice(0, -after.length).trimEnd();
  for (const form of forms) {
    const { whole, places = '' } = form.exec(rest)?.groups ?? {};
    if (whole === undefined) continue;
    const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
    const amount = `${digits}.${places.padEnd(2, '0')}`;
    return isNegative && /[1-9]/.test(amount) ? `-${amount}` : amount;
  }
  return undefined;
}
