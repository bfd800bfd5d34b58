const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/gi;

/** The ids of the users that a text mentions as `<@uuid>`, each once, in lower case. Anything else is plain text. */
export const mentionsOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(MENTION), ([, id = '']) => id.toLowerCase())),
];
