import { createPortal } from 'react-dom';
import { type Sticker } from './make-stickers.ts';
import { pagesOf, type PaperId } from './papers.ts';
import styles from './printed-sheets.module.css';
import { Sheet } from './sheets.tsx';

/**
 * The pages for the printer, which are not on the screen. While they are in the document, nothing else is printed.
 * @param stickers a page of outlines without them
 */
export function PrintedSheets({ paper, stickers }: { paper: PaperId; stickers?: readonly Sticker[] }) {
  return createPortal(
    <div className={styles.printed} data-paper={paper}>
      {(stickers ? pagesOf(stickers, paper) : [undefined]).map((page) => (
        <div key={page?.[0]?.target.key ?? 'test'} className={styles.page}>
          <Sheet paper={paper} {...(page && { stickers: page })} />
        </div>
      ))}
    </div>,
    document.body,
  );
}
