/**
 * Whether the page acts by itself: nobody has pressed anything in it for some seconds, which every browser knows (user
 * activation). An event, another attempt or a progress bar reads then, not a person.
 */
export const isByPage = (): boolean => 'userActivation' in navigator && !navigator.userActivation.isActive;

/** The header of a read that the page sends by itself: services do not extend the session for it. */
export const sentBy = (): Record<string, string> => (isByPage() ? { 'Sent-By': 'page' } : {});
