/**
 * Control characters, halves of surrogate pairs, and the marks that turn the reading direction, which disguise what a
 * name ends in.
 */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A Content-Disposition header that makes every browser save the file under its original name (RFC 6266): an ASCII
 * fallback, and the whole name in UTF-8 (RFC 8187). Path separators and deceptive characters become `_`.
 */
export function attachmentDisposition(fileName: string): string {
  const name = fileName.replace(DECEPTIVE, '_').replace(/[/\\]/g, '_').replace(/^\.+$/, '_');
  const fallback = name.replace(/[^\x20-\x7e]|["%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
