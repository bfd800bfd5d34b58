import { UploadOutlined } from '@mainstay/ui/core';
import { type FunctionComponent, useState } from 'react';
import { useFailureToast } from './failure-toast.ts';
import { OnlineButton } from './online-button.tsx';
import { strings } from './strings.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/**
 * Opens the dialog of an import, which is loaded when it is first opened. If it cannot be loaded, a toast says so, and the next
 * press loads it again.
 */
export function ImportButton({
  load,
}: {
  load: () => Promise<{ ImportDialog: FunctionComponent<DialogProps> }>;
}) {
  const fail = useFailureToast();
  const [module, setModule] = useState<{ ImportDialog: FunctionComponent<DialogProps> }>();
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
