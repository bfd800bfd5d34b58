import { anyContains } from '@mainstay/web-kit';

interface Searched {
  title: string;
  location: { name: string };
  purchaseOrder?: string | null;
  number?: number;
}

/**
 * The server's search rule: the title, the purchase order or the location name contains the text, or it is the
 * number; `#1042` and `# 1042` mean the number alone.
 */
export function matchesSearch({ title, location, purchaseOrder, number }: Searched, text: string): boolean {
  const [, sign, digits] = /^(#?)\s*(\d+)$/.exec(text.normalize('NFKC')) ?? [];
  const asked = Number(digits);
  if (number !== undefined && asked > 0 && Number.isSafeInteger(asked)) {
    if (asked === number || sign === '#') return asked === number;
  }
  return anyContains([title, location.name, purchaseOrder ?? ''], text);
}
