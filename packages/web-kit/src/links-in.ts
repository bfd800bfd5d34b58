/** Part of a text: plain, or a web address with where it leads. */
export interface TextPart {
  text: string;
  href?: string;
}

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi;

/** What ends a sentence and not an address. */
const TRAILING = /[.,;:!?'*_~]$/;

const pairs: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
];
const count = (text: string, sign: string) => text.split(sign).length - 1;

/** Without the punctuation behind it. A bracket belongs to the address if it was opened there. */
function trimmed(address: string): string {
  const last = address.at(-1) ?? '';
  const pair = pairs.find(([, closing]) => closing === last);
  const isExtra = pair ? count(address, pair[0]) < count(address, pair[1]) : TRAILING.test(address);
  return isExtra ? trimmed(address.slice(0, -1)) : address;
}

/** Splits a text into plain text and web addresses (http, https, www). */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = trimmed(found[0]);
    const href = /^www\./i.test(address) ? `https://${address}` : address;
    if (!URL.canParse(href)) continue;
    if (found.index > end) parts.push({ text: text.slice(end, found.index) });
    parts.push({ text: address, href });
    end = found.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
