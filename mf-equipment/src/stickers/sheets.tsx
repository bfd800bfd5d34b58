import { useMemo } from 'react';
import { strings } from '../strings.ts';
import { type Sticker } from './make-stickers.ts';
import { qrPath } from './qr-path.ts';
import styles from './sheets.module.css';

/** Three columns of eight. */
export const PER_PAGE = 24;

/** White modules around a code, without which cameras do not find it. */
const QUIET = 4;

/** The stickers of each page. */
export const pagesOf = (stickers: readonly Sticker[]): Sticker[][] =>
  Array.from({ length: Math.ceil(stickers.length / PER_PAGE) }, (_, page) =>
    stickers.slice(page * PER_PAGE, (page + 1) * PER_PAGE),
  );

/** One page of stickers, in units of `--u`, which is a millimetre on paper. */
export function Sheet({ stickers }: { stickers: readonly Sticker[] }) {
  return (
    <div className={styles.sheet}>
      {stickers.map((sticker) => (
        <StickerView key={sticker.target.key} sticker={sticker} />
      ))}
    </div>
  );
}

function StickerView({
  sticker: {
    address,
    target: { equipment, store },
  },
}: {
  sticker: Sticker;
}) {
  // Breaks before the code, if it needs to.
  const [place = '', code = ''] = address.replace(/^https?:\/\//, '').split(/(?<=\/r\/)/);
  const { size, path } = useMemo(() => qrPath(address), [address]);
  const side = size + 2 * QUIET;
  return (
    <div className={styles.sticker}>
      <svg
        className={styles.code}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
      <div className={styles.words}>
        <p className={styles.name}>{equipment?.name ?? store.name}</p>
        <p className={styles.store}>
          {equipment
            ? strings.storeOption(store.name, store.storeNumber)
            : strings.storeNumber(store.storeNumber)}
        </p>
        <p className={styles.report} lang="en">
          {strings.onSticker.report}
        </p>
        <p className={styles.spanish} lang="es">
          {strings.onSticker.reportInSpanish}
        </p>
        <p className={styles.address}>
          {place}
          <wbr />
          {code}
        </p>
      </div>
    </div>
  );
}
