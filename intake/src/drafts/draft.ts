import { forgetDraftPhotos } from './draft-photos.ts';
import { readStored, writeStored } from './browser-storage.ts';

/** The fields of the form that a reload must not lose. */
export const draftFields = ['description', 'urgency', 'reporterName', 'contact'] as const;
type Draft = Partial<Record<(typeof draftFields)[number], string>>;

const nameOf = (code: string) => `mainstay.draft.${code}`;

/** What was typed in this tab and is not sent yet. */
export function readDraft(code: string): Draft {
  const stored = readStored('sessionStorage', nameOf(code));
  return Object.fromEntries(
    draftFields.flatMap((field) => (typeof stored[field] === 'string' ? [[field, stored[field]]] : [])),
  );
}

export function writeDraft(code: string, draft: Draft): void {
  writeStored('sessionStorage', nameOf(code), draft);
}

/** Forgets what was typed and chosen. */
export function forgetDraft(code: string): void {
  writeStored('sessionStorage', nameOf(code), null);
  void forgetDraftPhotos(code);
}
