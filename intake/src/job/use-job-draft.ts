import { typedText } from '@mainstay/web-kit/visible';
import { useState } from 'react';
import { readStored, writeStored } from '../drafts/browser-storage.ts';
import { type JobCall } from './job-api.ts';

/** What can be typed on the page of a work order. */
const jobFields = [
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
export type JobFieldName = (typeof jobFields)[number];
type JobDraft = Partial<Record<JobFieldName, string>>;

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
 * power. The name is kept for the next work order, too. And what is missing in it, said at the fields.
 */
export function useJobDraft(token: string) {
  const [draft, setDraft] = useState<JobDraft>(() => (token === '' ? {} : readDraft(token)));
  const [errors, setErrors] = useState<JobDraft>({});
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
  /** Says what is wrong, and focuses the first of these fields. */
  const refuse = (found: JobDraft): void => {
    setErrors(found);
    const first = jobFields.find((field) => found[field] !== undefined);
    if (first) document.getElementById(`job-${first}`)?.focus();
  };
  /** Whether these fields have a text; `wanted` has the words for each that has none. */
  const check = (wanted: JobDraft): boolean => {
    const missing = jobFields.filter(
      (field) => wanted[field] !== undefined && typedText(draft[field] ?? '') === '',
    );
    refuse(Object.fromEntries(missing.map((field) => [field, wanted[field]])));
    return missing.length === 0;
  };
  return { draft, errors, change, restore, check, refuse };
}
