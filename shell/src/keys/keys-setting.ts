import { keepItem, readItem } from '@mainstay/web-kit';

/** Kept in this browser. */
const NAME = 'keys';
/** For this page, where the browser keeps nothing. */
let isOff = false;

/** Whether keys without a modifier work: who speaks to the computer may press them unintentionally. */
export const areKeysOn = (): boolean => !isOff && readItem('localStorage', NAME) !== 'off';

export function setKeysOn(isOn: boolean): void {
  const isKept = keepItem('localStorage', NAME, isOn ? null : 'off');
  isOff = !isKept && !isOn;
}
