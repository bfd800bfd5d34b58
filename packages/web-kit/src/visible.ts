/**
 * One character that is seen, as the server judges it: neither a space nor a filler, nor an accent without its
 * letter.
 */
export const VISIBLE =
  /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{1d159}]/u;

/** What was typed, without white space around it; empty if nothing of it can be seen. */
export const typedText = (text: string): string => (VISIBLE.test(text) ? text.trim() : '');
