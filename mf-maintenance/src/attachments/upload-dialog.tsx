import { Modal } from '@mainstay/ui/core';
import { useToast } from '@mainstay/web-kit';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import Dashboard from '@uppy/react/dashboard';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import { useFailureToast, useGrantUpload, useRecordAttachment } from './attachments.queries.ts';
import styles from './upload-dialog.module.css';
import { createUploader } from './uploader.ts';

export interface UploadDialogProps {
  ticketId: string;
  open: boolean;
  onClose: () => void;
}

/** The upload dashboard for one file of one ticket. What was chosen stays chosen while the dialog is closed. */
export function UploadDialog({ ticketId, open, onClose }: UploadDialogProps) {
  const toast = useToast();
  const tellFailure = useFailureToast();
  const { mutateAsync: grant } = useGrantUpload();
  const { mutateAsync: record } = useRecordAttachment(ticketId);
  const [uppy] = useState(() => createUploader({ id: `ticket-${ticketId}`, grant, record }));
  useEffect(() => () => uppy.destroy(), [uppy]);

  useEffect(() => {
    const failed = (_file: unknown, error: Error) => tellFailure(error, strings.attachments.uploadFailed);
    const succeeded = () => {
      toast({ title: strings.success, description: strings.attachments.uploaded });
      onClose();
    };
    uppy.on('upload-error', failed);
    uppy.on('postprocess-complete', succeeded);
    return () => {
      uppy.off('upload-error', failed);
      uppy.off('postprocess-complete', succeeded);
    };
  });

  return (
    <Modal
      open={open}
      title={strings.attachments.upload}
      footer={null}
      centered
      width={798}
      destroyOnHidden
      onCancel={onClose}
      afterClose={() => {
        if (uppy.getFiles().every((file) => file.progress.complete)) uppy.clear();
      }}
    >
      <div className={styles.dashboard}>
        <Dashboard
          uppy={uppy}
          width={750}
          height={550}
          thumbnailWidth={200}
          note={strings.attachments.uploadNote}
          proudlyDisplayPoweredByUppy={false}
          theme={document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'}
        />
      </div>
    </Modal>
  );
}
