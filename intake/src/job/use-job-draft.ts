import { useState } from 'react';
import { readStored, writeStored } from '../drafts/browser-storage.ts';

/** What can be typed on the page of a work order. */
export const jobFields = [
  'name',
  'visitAt',
  'reason',
  'body',
  'amount',
  'description',
  'note',
  'costs',
  'invoiceNumber',
] as const;
type JobField = (typeof jobFields)[number];
export type JobDraft = Partial<Record<JobField, string>>;

const NAMES = 'mainstay.name';
const draftOf = (token: string): string => `mainstay.job.${token}`;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readDraft(token: string): JobDraft {
  const stored = readStored('localStorage', draftOf(token));
  const name = textOf(readStored('localStorage', NAMES)['name']);
  return Object.fromEntries(
    jobFields.flatMap((field) => {
      const text = textOf(stored[field]) ?? (field === 'name' ? name : undefined);
      return text === undefined ? [] : [[field, text]];
    }),
  );
}

/**
 * What was typed and is not sent yet, kept in the browser with each letter: it outlives the page and a phone without
 * power. The name is kept for the next work order, too.
 */
export function useJobDraft(token: string) {
  const [draft, setDraft] = useState<JobDraft>(() => (token === '' ? {} : readDraft(token)));
  const change = (more: JobDraft): void => {
    const next = { ...draft, ...more };
    setDraft(next);
    writeStored('localStorage', draftOf(token), next);
    if (more.name !== undefined) writeStored('localStorage', NAMES, { name: more.name });
  };
  return { draft, change };
}
