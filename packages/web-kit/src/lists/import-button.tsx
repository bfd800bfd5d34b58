import { UploadOutlined } from '@mainstay/ui/core';
import { OnlineButton, useFailureToast } from '@mainstay/web-kit';
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
  const fail = useFailureToast();
  const [module, setModule] = useState<{ ImportDialog: FunctionComponent<OpenedDialog> }>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <OnlineButton
        icon={<UploadOutlined />}
        aria-haspopup="dialog"
        onClick={() => {
          load().then(
            (loaded) => {
              setModule(loaded);
              setOpen(true);
            },
            (error: unknown) => fail(strings.importNotLoaded, error),
          );
        }}
      >
        {strings.import}
      </OnlineButton>
      {module ? <module.ImportDialog open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
