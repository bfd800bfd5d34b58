/** The texts of menus. */
export const menuStrings = {
  more: 'More',
} as const;
