import { anyContains } from '@mainstay/web-kit';

interface Searched {
  title: string;
  location: { name: string };
  purchaseOrder?: string | null;
  number?: number;
}

/**
 * The server's search rule: the title, the purchase order or the location name contains the text, or it is the number, like
 * `#1042`.
 */
export const matchesSearch = ({ title, location, purchaseOrder, number }: Searched, text: string): boolean =>
  anyContains([title, location.name, purchaseOrder ?? ''], text) || text === `#${number}`;
