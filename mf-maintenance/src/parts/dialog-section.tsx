import { Flex } from '@mainstay/ui/base';
import { Collapse } from '@mainstay/ui/content';
import { useIsPhone } from '@mainstay/web-kit';
import { asideClass } from '@mainstay/web-kit/forms';
import { type ReactNode, useId, useState } from 'react';
import styles from './dialog-section.module.css';

/**
 * A part of a detail dialog.
 * @param summary what is in it, in a word or two: on a phone it is folded, and the heading says that
 * @param action what stands beside the heading
 * @param isAside it is at the side on a desk
 */
export function DialogSection({
  title,
  summary,
  action,
  isAside = false,
  isBusy,
  children,
}: {
  title: ReactNode;
  summary?: string | undefined;
  action?: ReactNode;
  isAside?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  // Not when a phone is turned, or what is typed in it would be lost.
  const [isNarrow] = useState(useIsPhone());
  const isFolded = isNarrow && summary !== undefined;
  const heading = (
    <h2 className={styles.title}>
      <span id={id}>{title}</span> {isFolded ? <span className={styles.summary}>{summary}</span> : null}
    </h2>
  );
  return (
    <section
      className={`${styles.section} ${isAside ? asideClass : ''}`}
      aria-labelledby={id}
      aria-busy={isBusy}
    >
      {isFolded ? (
        <Collapse
          ghost
          className={styles.folded}
          items={[
            {
              key: id,
              label: heading,
              children: (
                <>
                  {children} {action}
                </>
              ),
            },
          ]}
        />
      ) : (
        <>
          <Flex wrap align="center" justify="space-between" gap="small" className={styles.head}>
            {heading}
            {action}
          </Flex>
          {children}
        </>
      )}
    </section>
  );
}

/** While it is not known whether there is a section: what is below it stays where it is. */
export function SectionPlace() {
  return (
    <div className={styles.section}>
      <div className={styles.head} />
    </div>
  );
}
