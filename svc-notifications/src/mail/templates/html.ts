/** A part of an HTML document that is safe to send. */
export class Html {
  constructor(readonly text: string) {}
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

type Part = string | number | Html | readonly Html[];

const textOf = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(({ text }) => text).join('');
};

/** Template tag: everything but {@link Html} is escaped, for contents and for quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1] ?? '') + string));

/** Text with its line breaks. */
export const lines = (text: string): Html => new Html(text.split('\n').map(escaped).join('<br>'));
