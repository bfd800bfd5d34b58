/**
 * Control characters, halves of surrogate pairs, and marks that change the reading direction, which can disguise a file
 * extension.
 */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A Content-Disposition header with which every browser saves the file with its original name (RFC 6266): an ASCII
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
