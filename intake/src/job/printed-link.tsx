import { useEffect, useEffectEvent, useState } from 'react';
import { useJobTexts } from '../texts/job-texts.ts';
import classes from './job-page.module.css';

interface Props {
  vendor: string;
  /** Once it can be printed. */
  onReady: () => void;
}

/** The end of a printed work order: its address as a QR code, and a line to sign. Who draws codes is loaded then. */
export function PrintedLink({ vendor, onReady }: Props) {
  const words = useJobTexts();
  const [code, setCode] = useState<{ size: number; path: string }>();
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    void import('@mainstay/web-kit/qr-path').then(
      ({ qrPath }) => setCode(qrPath(location.href)),
      () => setCode({ size: 1, path: '' }),
    );
  }, []);
  useEffect(() => {
    if (code) ready();
  }, [code]);
  return (
    <div className={classes['paper']}>
      {code && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} aria-hidden="true">
          <path d={code.path} />
        </svg>
      )}
      <p>
        {vendor}
        <br />
        <br />
        ______________________________
        <br />
        {words.signature}
      </p>
    </div>
  );
}
