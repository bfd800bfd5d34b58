import { createPortal } from 'react-dom';
import { type Sticker } from './make-stickers.ts';
import styles from './printed-sheets.module.css';
import { pagesOf, Sheet } from './sheets.tsx';

/** The pages for the printer, which are not on the screen. While they are in the document, nothing else is printed. */
export function PrintedSheets({ stickers }: { stickers: readonly Sticker[] }) {
  return createPortal(
    <div className={styles.printed}>
      {pagesOf(stickers).map((page) => (
        <div key={page[0]?.target.key} className={styles.page}>
          <Sheet stickers={page} />
        </div>
      ))}
    </div>,
    document.body,
  );
}
