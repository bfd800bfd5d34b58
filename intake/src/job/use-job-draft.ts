import { useState } from 'react';
import { readStored, writeStored } from '../drafts/browser-storage.ts';
import { type JobCall } from './job-api.ts';

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

/** The fields whose texts were sent. */
function fieldsOf({ path, body }: JobCall): JobDraft {
  if (path === 'comments') return { body: body.body };
  if (path === 'quotes') return { amount: body.amount, description: body.description };
  if (path === 'answer') return { reason: body.reason ?? '' };
  if (path !== 'done') return {};
  return { note: body.note, costs: body.amount ?? '', invoiceNumber: body.invoiceNumber ?? '' };
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
  /** Brings back what was sent and refused, where nothing was typed since. */
  const restore = (call: JobCall): void => {
    const sent = fieldsOf(call);
    const missing = jobFields.filter((field) => sent[field] !== undefined && (draft[field] ?? '') === '');
    change(Object.fromEntries(missing.map((field) => [field, sent[field]])));
  };
  return { draft, change, restore };
}
