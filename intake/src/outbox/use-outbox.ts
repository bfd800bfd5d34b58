import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetDraft } from '../report/draft.ts';
import { Courier } from './courier.ts';
import { type KeptReport } from './kept-report.ts';
import { Outbox } from './outbox.ts';
import { rememberReport } from './remembered-report.ts';

/** The outbox of this browser; as long as the page is open, what is in it is sent. */
export function useOutbox() {
  const [{ outbox, courier }] = useState(() => {
    const made = new Outbox();
    return {
      outbox: made,
      courier: new Courier(made, ({ code }, sent) => {
        rememberReport(code, sent);
        forgetDraft(code);
      }),
    };
  });
  useEffect(() => courier.start(), [courier]);
  return {
    reports: useSyncExternalStore(outbox.subscribe, outbox.reports, outbox.reports),
    courier: useSyncExternalStore(courier.subscribe, courier.state, courier.state),
    /** Whether what is kept outlives the page. */
    isLasting: outbox.isLasting(),
    /** Keeps a report and sends it. */
    send: async (report: KeptReport) => {
      await outbox.keep(report);
      void courier.run();
    },
    remove: (key: string) => outbox.remove(key),
    tryNow: () => void courier.run(),
  };
}
