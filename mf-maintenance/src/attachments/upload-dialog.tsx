import { Modal } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { useFailureToast, useToast } from '@mainstay/web-kit';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import { useQuery } from '@tanstack/react-query';
import Dashboard from '@uppy/react/dashboard';
import { useEffect, useId, useState } from 'react';
import { strings } from '../strings.ts';
import {
  DEFAULT_MAX_BYTES,
  maxBytesQuery,
  type Purpose,
  useGrantUpload,
  useRecordAttachment,
} from './attachments.queries.ts';
import { cancelUpload, partsApi } from './upload-api.ts';
import styles from './upload-dialog.module.css';
import { addThumbnails } from './upload-thumbnails.ts';
import { createUploader, limitToOneFile } from './uploader.ts';
import { attachmentStrings } from './attachment-strings.ts';
import { PurposeSelect } from './purpose-select.tsx';

/** The upload dashboard for one file. A chosen file stays chosen while the dialog is closed. */
export function UploadDialog({
  ticketId,
  open,
  onClose,
}: {
  ticketId: string;
  open: boolean;
  onClose: () => void;
}) {
  const purposeId = useId();
  const [purpose, setPurpose] = useState<Purpose>(null);
  const { uppy, maxBytes } = useUploader(ticketId, purpose, onClose);
  return (
    <Modal
      open={open}
      title={attachmentStrings.upload}
      footer={null}
      centered
      width={798}
      destroyOnHidden
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        // The widget takes what is pasted while it has the focus.
        if (isOpen) document.querySelector<HTMLElement>('.uppy-Dashboard-browse')?.focus();
      }}
      afterClose={() => {
        if (!uppy.getFiles().every((file) => file.progress.complete)) return;
        uppy.clear();
        setPurpose(null);
      }}
    >
      <Form.Item
        className={styles.purpose ?? ''}
        layout="vertical"
        label={attachmentStrings.purpose}
        htmlFor={purposeId}
      >
        <PurposeSelect id={purposeId} value={purpose} onChange={setPurpose} />
      </Form.Item>
      <div className={styles.dashboard} ref={repairList}>
        <Dashboard
          uppy={uppy}
          width={750}
          height={550}
          disableThumbnailGenerator
          note={attachmentStrings.uploadNote(maxBytes)}
          proudlyDisplayPoweredByUppy={false}
          theme={document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'}
        />
      </div>
    </Modal>
  );
}

/** An Uppy for one file of a ticket, and the maximum size of that in bytes. Toasts say how an upload ends. */
function useUploader(ticketId: string, purpose: Purpose, onUploaded: () => void) {
  const toast = useToast();
  const fail = useFailureToast();
  const { mutateAsync: grant } = useGrantUpload(ticketId);
  const { mutateAsync: record } = useRecordAttachment(ticketId);
  const { data: maxBytes = DEFAULT_MAX_BYTES } = useQuery(maxBytesQuery);
  const [uppy] = useState(() =>
    createUploader({
      id: `ticket-${ticketId}`,
      maxBytes,
      isSingle: true,
      api: { grant, cancel: cancelUpload, record, parts: partsApi },
    }),
  );
  useEffect(() => uppy.setMeta({ purpose }), [uppy, purpose]);
  useEffect(() => addThumbnails(uppy), [uppy]);
  useEffect(() => limitToOneFile(uppy, maxBytes), [uppy, maxBytes]);
  useEffect(() => () => uppy.destroy(), [uppy]);

  useEffect(() => {
    const failed = (_file: unknown, error: Error) => fail(error.message || attachmentStrings.uploadFailed);
    const succeeded = () => {
      toast({ title: strings.success, description: attachmentStrings.uploaded });
      onUploaded();
    };
    uppy.on('upload-error', failed);
    uppy.on('postprocess-complete', succeeded);
    return () => {
      uppy.off('upload-error', failed);
      uppy.off('postprocess-complete', succeeded);
    };
  });

  return { uppy, maxBytes };
}

/** The widget marks a single file as a list item but has no list around it. */
function repairList(widget: HTMLElement | null) {
  if (!widget) return undefined;
  const observer = new MutationObserver(() =>
    widget.querySelector('.uppy-Dashboard-files')?.setAttribute('role', 'list'),
  );
  observer.observe(widget, { childList: true, subtree: true });
  return () => observer.disconnect();
}
