import { formatAgo, serverNow } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { type StatusConflict } from '../ticket-data/change-status.ts';
import { detailStrings } from './detail-strings.ts';

/** Asks whether to change a status that somebody else has changed in the meantime. */
export function StatusQuestion({
  conflict: { current, to, by },
  onConfirm,
  afterClose,
}: {
  conflict: StatusConflict;
  onConfirm: () => Promise<unknown>;
  afterClose: () => void;
}) {
  const [isOpen, setOpen] = useState(true);
  // The time of the question: it does not count on while it is read.
  const [askedAt] = useState(() => new Date(serverNow()));
  const theirs = strings.tickets.status[current.body.status];
  const mine = strings.tickets.status[to];
  const close = () => setOpen(false);
  return (
    <ConfirmDialog
      open={isOpen}
      title={detailStrings.statusConflict.title}
      labels={{
        cancel: detailStrings.statusConflict.keep(theirs),
        submit: detailStrings.statusConflict.change(mine),
        pending: detailStrings.statusConflict.changing,
      }}
      danger={false}
      prompt={detailStrings.statusConflict.question({
        name: by?.name,
        ago: by && formatAgo(by.at, askedAt),
        theirs,
        mine,
      })}
      subject={current.body.title}
      onConfirm={() => onConfirm().then(close)}
      onClose={close}
      afterClose={afterClose}
    />
  );
}
