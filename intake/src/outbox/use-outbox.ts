import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetDraft } from '../drafts/draft.ts';
import { Sender } from './sender.ts';
import { type KeptReport } from './kept-report.ts';
import { Outbox } from './outbox.ts';
import { rememberReport } from './remembered-report.ts';

/** The outbox of this browser; as long as the page is open, what is in it is sent. */
export function useOutbox() {
  const [{ outbox, sender }] = useState(() => {
    const made = new Outbox();
    return {
      outbox: made,
      sender: new Sender(made, ({ code }, sent) => {
        rememberReport(code, sent);
        forgetDraft(code);
      }),
    };
  });
  useEffect(() => sender.start(), [sender]);
  return {
    reports: useSyncExternalStore(outbox.subscribe, outbox.reports, outbox.reports),
    sender: useSyncExternalStore(sender.subscribe, sender.state, sender.state),
    /** Whether what is kept outlives the page. */
    isLasting: outbox.isLasting(),
    /** Keeps a report and sends it. */
    send: async (report: KeptReport) => {
      await outbox.keep(report);
      void sender.run();
    },
    remove: (key: string) => outbox.remove(key),
    tryNow: () => void sender.run(),
  };
}
