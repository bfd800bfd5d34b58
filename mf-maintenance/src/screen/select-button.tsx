import { Button } from '@mainstay/ui/base';
import { SelectIcon } from '../parts/line-icon.tsx';
import { strings } from '../strings.ts';
import styles from './maintenance-screen.module.css';
import { type useSelecting } from './use-selecting.ts';

/** Begins and ends the selecting of tickets. */
export function SelectButton({ selecting, button, begin, end }: ReturnType<typeof useSelecting>) {
  return (
    <Button
      ref={button}
      className={styles.tool}
      icon={<SelectIcon />}
      aria-pressed={selecting !== undefined}
      onClick={() => (selecting ? end() : begin())}
    >
      {strings.page.select}
    </Button>
  );
}
