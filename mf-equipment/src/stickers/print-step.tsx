import { Button } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { type StickerFailure } from './make-stickers.ts';
import { paperIds, type PaperId, PAPERS } from './papers.ts';
import { Preview } from './preview.tsx';
import styles from './print-stickers.module.css';
import { printStrings as words } from './print-strings.ts';
import { PrintedSheets } from './printed-sheets.tsx';
import { nameOf } from './sticker-targets.ts';
import { type StickerSteps } from './use-sticker-steps.ts';

/**
 * Prints what is on the page for the printer: stickers, or a test page.
 * @param onPrinted called before stickers are printed: nobody knows whether it was cancelled
 */
export function usePrinter(onPrinted: () => void) {
  const [paper, setPaper] = useState<PaperId>('plain');
  const [isTest, setTest] = useState(false);
  const print = (test: boolean) => {
    // In the document before the browser looks.
    flushSync(() => {
      setTest(test);
      if (!test) onPrinted();
    });
    window.addEventListener('afterprint', () => setTest(false), { once: true });
    globalThis.print();
  };
  return {
    paper,
    setPaper,
    isTest,
    print: () => print(false),
    printTest: () => print(true),
  };
}

type Printer = ReturnType<typeof usePrinter>;

/** The stickers that were made, on the chosen paper, and what could not be made. */
export function PrintStep({
  steps: { stickers, origin, make },
  failed,
  printer: { paper, setPaper, isTest, printTest },
}: {
  steps: StickerSteps;
  failed: readonly StickerFailure[];
  printer: Printer;
}) {
  const paperField = useId();
  return (
    <>
      {failed.length > 0 ? (
        <Failures failed={failed} onRetry={() => make(failed.map(({ target }) => target))} />
      ) : null}
      {stickers.length > 0 ? (
        <>
          <p className={styles.text}>{words.once}</p>
          {origin === location.origin ? null : (
            <p className={styles.text} role="note">
              {words.elsewhere(new URL(origin).host, location.host)}
            </p>
          )}
          <div className={styles.paper}>
            <label htmlFor={paperField}>{words.paper}</label>
            <Select
              id={paperField}
              className={styles.papers}
              options={paperIds.map((value) => ({ value, label: PAPERS[value].name }))}
              value={paper}
              onChange={setPaper}
            />
            <Button onClick={printTest}>{words.test}</Button>
          </div>
          <p className={styles.text}>{words.paperHint[paper]}</p>
          <Preview paper={paper} stickers={stickers} />
          <PrintedSheets paper={paper} {...(!isTest && { stickers })} />
        </>
      ) : null}
    </>
  );
}

export function PrintActions({
  canPrint,
  printer,
  onClose,
}: {
  canPrint: boolean;
  printer: Printer;
  onClose: () => void;
}) {
  return (
    <>
      <Button onClick={onClose}>{words.done}</Button>
      {canPrint ? (
        <Button type="primary" onClick={printer.print}>
          {words.print}
        </Button>
      ) : null}
    </>
  );
}

function Failures({ failed, onRetry }: { failed: readonly StickerFailure[]; onRetry: () => void }) {
  return (
    <Alert
      className={styles.failures ?? ''}
      type="error"
      title={words.failed(failed.length)}
      description={
        <ul className={styles.names}>
          {failed.map(({ target, reason }) => (
            <li key={target.key}>{words.failure(nameOf(target), reason)}</li>
          ))}
        </ul>
      }
      action={
        <Button size="small" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      }
    />
  );
}
