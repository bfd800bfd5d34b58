import { type Sticker } from './make-stickers.ts';
import { pagesOf, type PaperId } from './papers.ts';
import styles from './preview.module.css';
import { Sheet } from './sheets.tsx';
import { printStrings } from './print-strings.ts';

/** The pages as they will be printed, as pictures. */
export function Preview({ paper, stickers }: { paper: PaperId; stickers: readonly Sticker[] }) {
  const pages = pagesOf(stickers, paper);
  return (
    // It scrolls, so it can be focused.
    <div
      className={styles.pages}
      tabIndex={0}
      role="group"
      aria-label={printStrings.ready(stickers.length, pages.length)}
    >
      {pages.map((page, at) => (
        <div
          key={page[0]?.target.key}
          className={styles.page}
          role="img"
          aria-label={printStrings.preview(at + 1, pages.length)}
        >
          <div className={styles.paper}>
            <Sheet paper={paper} stickers={page} />
          </div>
        </div>
      ))}
    </div>
  );
}
