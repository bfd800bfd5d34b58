/** The language of every text here, in which dates and numbers are written (specification, section 2: like Mar 5, 3:04 PM). */
export const LOCALE = 'en-US';
