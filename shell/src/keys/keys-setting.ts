/** Kept in this browser. */
const NAME = 'keys';

/** Whether keys without a modifier work: who speaks to the computer may press them unintentionally. */
export const areKeysOn = (): boolean => localStorage.getItem(NAME) !== 'off';

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, 'off');
}
