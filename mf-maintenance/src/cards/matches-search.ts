import { anyContains } from '@mainstay/web-kit';

/** The server's search rule: the title or the location name contains the text, or it is the number, like `#1042`. */
export const matchesSearch = (
  { title, location, number }: { title: string; location: { name: string }; number?: number },
  text: string,
): boolean => anyContains([title, location.name], text) || text === `#${number}`;
