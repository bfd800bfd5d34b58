/** Whether the window is as narrow as a phone: the width is one of those that packages/ui/src/tokens.css names. */
export const isPhone = (): boolean => matchMedia('(max-width: 559.98px)').matches;
