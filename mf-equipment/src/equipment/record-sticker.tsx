import { Button } from '@mainstay/ui/base';
import { OnlineButton, useNow } from '@mainstay/web-kit';
import { DialogActions } from '@mainstay/web-kit/forms';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import { useTurnStickerOff, useTurnStickerOn } from './equipment.queries.ts';
import { StickerIcon } from './sticker-icon.tsx';
import { stickerWords } from './sticker-words.ts';
import { recordStrings } from './record-strings.ts';

/** The sticker of a piece of equipment, and what can be done with it. */
export function RecordSticker({ code, onPrint }: Pick<Equipment, 'code'> & { onPrint: () => void }) {
  const now = useNow();
  const [turnOn, turnOff] = [useTurnStickerOn(), useTurnStickerOff()];
  const turn = code?.active ? turnOff : turnOn;
  const words = strings.sticker;
  return (
    <>
      <p>
        <StickerIcon /> {stickerWords(code, now)}
      </p>
      <p>{recordStrings.stickerHint}</p>
      <DialogActions>
        {code ? (
          <OnlineButton aria-busy={turn.isPending} onClick={() => turn.mutate(code.id)}>
            {code.active ? words.turnOff : words.turnOn}
          </OnlineButton>
        ) : null}
        <Button type="primary" icon={<StickerIcon />} aria-haspopup="dialog" onClick={onPrint}>
          {code ? words.printNew : words.print}
        </Button>
      </DialogActions>
    </>
  );
}
