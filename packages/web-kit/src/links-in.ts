/** Part of a text: plain, or a web address with where it leads. */
interface TextPart {
  text: string;
  href?: string;
}

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi;

/** What ends a sentence and not an address. */
const TRAILING = /[.,;:!?'*_~]/;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** Without the punctuation behind it. A bracket belongs to the address if it was opened there. */
function trimmed(address: string): string {
  /** How many brackets of a kind are closed and not opened. */
  const extra = Object.fromEntries(
    Object.entries(OPENING).map(([closing, opening]) => [
      closing,
      address.split(closing).length - address.split(opening).length,
    ]),
  );
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const left = extra[last];
    if (left === undefined ? !TRAILING.test(last) : left <= 0) break;
    if (left !== undefined) extra[last] = left - 1;
  }
  return address.slice(0, end);
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
