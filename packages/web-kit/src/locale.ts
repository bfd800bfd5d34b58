/** The language of all texts, dates and numbers (specification, section 2: like Mar 5, 3:04 PM). */
export const LOCALE = 'en-US';
