import { Button } from '@mainstay/ui/base';
import { strings } from '../strings.ts';
import styles from './print-stickers.module.css';
import { printStrings as words } from './print-strings.ts';
import { nameOf, type StickerTarget } from './sticker-targets.ts';
import { type StickerSteps } from './use-sticker-steps.ts';

/** Asks before codes are replaced: the stickers with them stop working. */
export function ReplaceStep({ targets }: { targets: readonly StickerTarget[] }) {
  return (
    <>
      <p className={styles.text}>{words.replacePrompt}</p>
      <ul className={styles.names}>
        {targets.map((target) => (
          <li key={target.key}>{nameOf(target)}</li>
        ))}
      </ul>
    </>
  );
}

export function ReplaceActions({
  steps: { isNamed, wanted, goBack, make },
  onClose,
}: {
  steps: StickerSteps;
  onClose: () => void;
}) {
  return (
    <>
      {isNamed ? (
        <Button onClick={onClose}>{strings.cancel}</Button>
      ) : (
        <Button onClick={goBack}>{words.back}</Button>
      )}
      <Button type="primary" danger onClick={() => make(wanted)}>
        {words.replace}
      </Button>
    </>
  );
}
