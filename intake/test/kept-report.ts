import { type KeptReport } from '../src/outbox/kept-report.ts';

/** A report as the outbox keeps it, with what the test is about. */
export const keptReport = (about: Partial<KeptReport>): KeptReport => ({
  key: 'key-1',
  code: 'fryer',
  body: { description: 'The oil stays cold.', urgency: 'high', website: '', language: 'en' },
  photos: [],
  sent: null,
  refused: null,
  ...about,
});
