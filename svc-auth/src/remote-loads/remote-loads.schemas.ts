import { choice } from '@mainstay/service-kit';
import { z } from 'zod';

/** The shell's names for how a load can end (shell/src/remotes/remote-fault.ts). */
const outcomes = [
  'loaded',
  'notAScreen',
  'contract',
  'otherName',
  'timeout',
  'files',
  'integrity',
  'unverified',
  'registry',
  'unpublished',
  'disabled',
  'crashed',
] as const;

/** Longer than any timeout of the shell. */
const LONGEST_MS = 600_000;

export const reportRemoteLoadRequest = z
  .strictObject({
    remote: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Must be the name of a remote.'),
    outcome: choice(outcomes),
    milliseconds: z.int().min(0).max(LONGEST_MS),
  })
  .meta({
    id: 'ReportRemoteLoadRequest',
    description: 'How loading a remote ended in a browser.',
    examples: [{ remote: 'maintenance', outcome: 'loaded', milliseconds: 184 }],
  });
export type ReportRemoteLoadRequest = z.infer<typeof reportRemoteLoadRequest>;
