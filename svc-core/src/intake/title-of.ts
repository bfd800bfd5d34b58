/** Code points of the description in a title. */
const FROM_DESCRIPTION = 60;
/** Of a ticket, in UTF-16 units. */
const LONGEST_TITLE = 255;

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The longest beginning of at most so many UTF-16 units and code points that halves no code point. */
function beginning(text: string, units: number, codePoints = units): string {
  let cut = '';
  let left = codePoints;
  for (const character of text) {
    if (cut.length + character.length > units || left === 0) break;
    cut += character;
    left -= 1;
  }
  return cut;
}

/**
 * The title of a ticket made of a report: what is reported, and the first 60 characters of the description in one line.
 * @param equipment the name of the equipment, null for a code without any
 */
export function titleOf(equipment: string | null, description: string): string {
  const start = beginning(folded(description), LONGEST_TITLE, FROM_DESCRIPTION);
  return beginning(`${folded(equipment ?? 'Problem')}: ${start}`, LONGEST_TITLE).trim();
}
