import { anyContains } from '@mainstay/web-kit';

/** Whether the title or the location name contains the text: the server's search rule. */
export const matchesSearch = (
  { title, location }: { title: string; location: { name: string } },
  text: string,
): boolean => anyContains([title, location.name], text);
