/** The name of the button of a menu. */
export const more = 'More';
