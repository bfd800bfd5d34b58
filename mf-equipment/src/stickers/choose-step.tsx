import { Button, Placeholder } from '@mainstay/ui/base';
import { strings } from '../strings.ts';
import { ChooseStickers } from './choose-stickers.tsx';
import { printStrings as words } from './print-strings.ts';
import { type StickerSteps } from './use-sticker-steps.ts';

/** Which store, and what in it gets a sticker; nothing is chosen for one piece of equipment. */
export function ChooseStep({
  steps: { isNamed, store, known, choice, chooseStore, choose },
}: {
  steps: StickerSteps;
}) {
  return isNamed && !known.isFailed ? (
    <Placeholder height="180px" />
  ) : (
    <ChooseStickers store={store} known={known} chosen={choice} onStore={chooseStore} onChoose={choose} />
  );
}

export function ChooseActions({
  steps: { isNamed, wanted, submit },
  onClose,
}: {
  steps: StickerSteps;
  onClose: () => void;
}) {
  return (
    <>
      <Button onClick={onClose}>{strings.cancel}</Button>
      {isNamed ? null : (
        <Button type="primary" disabled={wanted.length === 0} onClick={submit}>
          {words.submit(wanted.length)}
        </Button>
      )}
    </>
  );
}
