import { Button } from '@mainstay/ui/base';
import { CardGrid } from '@mainstay/web-kit/lists';
import { type ReactNode, useId } from 'react';
import { strings } from '../strings.ts';
import { type StoreGroup } from './group-by-store.ts';
import { StickerIcon } from './sticker-icon.tsx';
import styles from './store-section.module.css';

/** The equipment of one store, as cards. */
export function StoreSection({
  group: { store },
  children,
  onPrint,
}: {
  group: StoreGroup;
  children: ReactNode;
  onPrint: () => void;
}) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {store.name} <span className={styles.number}>{strings.storeNumber(store.storeNumber)}</span>
        </h2>
        <Button
          className={styles.print}
          type="text"
          size="small"
          icon={<StickerIcon />}
          aria-haspopup="dialog"
          aria-label={strings.print.openFor(store.name)}
          onClick={onPrint}
        >
          {strings.print.open}
        </Button>
      </div>
      <CardGrid>{children}</CardGrid>
    </section>
  );
}
