import { Button } from '@mainstay/ui/base';
import { UploadOutlined } from '@mainstay/ui/core';
import { type FunctionComponent, useState } from 'react';
import { useFailureToast } from './failure-toast.ts';
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
      <Button
        icon={<UploadOutlined />}
        aria-haspopup="dialog"
        onClick={() => {
          load().then(
            (loaded) => {
              setModule(loaded);
              setOpen(true);
            },
            () => fail(strings.importNotLoaded),
          );
        }}
      >
        {strings.import}
      </Button>
      {module ? <module.ImportDialog open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
