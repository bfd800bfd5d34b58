import { printStrings } from './print-strings.ts';

/** A grid of stickers on a page, in millimetres. */
interface Paper {
  name: string;
  /** The width of the page, and the distances of the first sticker from its edges. */
  page: number;
  left: number;
  top: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
  /** Between two columns. Rows have no distance. */
  gap: number;
  /** The size of the code and of the letters, which is 1 on plain paper. */
  code: number;
  scale: number;
}

const { papers } = printStrings;
const INCH = 25.4;

/** The grids of the makers' templates. Plain paper is cut, and its grid fits on Letter and on A4. */
export const PAPERS = {
  plain: {
    name: papers.plain,
    page: 203,
    left: 10,
    top: 10,
    columns: 3,
    rows: 8,
    width: 61,
    height: 31,
    gap: 0,
    code: 27,
    scale: 1,
  },
  'avery-5160': {
    name: papers.avery5160,
    page: 8.5 * INCH,
    left: 0.1875 * INCH,
    top: 0.5 * INCH,
    columns: 3,
    rows: 10,
    width: 2.625 * INCH,
    height: INCH,
    gap: 0.125 * INCH,
    code: 22,
    scale: 0.84,
  },
  'avery-l7159': {
    name: papers.averyL7159,
    page: 210,
    left: 7.2,
    top: 12.9,
    columns: 3,
    rows: 8,
    width: 63.5,
    height: 33.9,
    gap: 2.5,
    code: 29,
    scale: 1,
  },
} satisfies Record<string, Paper>;

export type PaperId = keyof typeof PAPERS;

export const paperIds: readonly PaperId[] = ['plain', 'avery-5160', 'avery-l7159'];

/** The items of each page. */
export function pagesOf<Item>(items: readonly Item[], paper: PaperId): Item[][] {
  const { columns, rows } = PAPERS[paper];
  const most = columns * rows;
  return Array.from({ length: Math.ceil(items.length / most) }, (_, page) =>
    items.slice(page * most, (page + 1) * most),
  );
}
