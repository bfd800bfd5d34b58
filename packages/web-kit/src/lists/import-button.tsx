import { UploadOutlined } from '@mainstay/ui/core';
import { late } from '@mainstay/ui/base';
import { OnlineButton, useFailure } from '@mainstay/web-kit';
import { type FunctionComponent, useState } from 'react';
import { strings } from './strings.ts';
import { type OpenedDialog } from './use-opened.ts';

/**
 * Opens the dialog of an import, which is loaded when it is first opened. If it cannot be loaded, a toast says so,
 * and the next press loads it again.
 */
export function ImportButton({
  load,
}: {
  load: () => Promise<{ ImportDialog: FunctionComponent<OpenedDialog> }>;
}) {
  const [dialog] = useState(() => late(load));
  const { loaded, whenLoaded } = dialog.useOnPress(useFailure(strings.importNotLoaded));
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <OnlineButton
        icon={<UploadOutlined />}
        aria-haspopup="dialog"
        onClick={() => whenLoaded(() => setOpen(true))}
      >
        {strings.import}
      </OnlineButton>
      {loaded ? <loaded.ImportDialog open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
