import { Placeholder, late } from '@mainstay/ui/base';
import { DeleteOutlined, DownloadOutlined, FileOutlined, UploadOutlined } from '@mainstay/ui/core';
import { Typography } from '@mainstay/ui/content';
import { EndMarker, OnlineButton, useFailure } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode, useId, useRef, useState } from 'react';
import section from '../parts/dialog-section.module.css';
import { DialogSection } from '../parts/dialog-section.tsx';
import { SectionFailed } from '../parts/section-failed.tsx';
import { strings } from '../strings.ts';
import styles from './attachments-section.module.css';
import {
  type Attachment,
  attachmentsQuery,
  type Purpose,
  useDeleteAttachment,
  useDownloadAttachment,
  useSetPurpose,
} from './attachments.queries.ts';
import { attachmentStrings } from './attachment-strings.ts';
import { PurposeSelect } from './purpose-select.tsx';

/** Before and after the work, and the other files. */
const groups: readonly Purpose[] = ['before', 'after', null];

/** The types of pictures that may show the work, as the service finds them. */
const PICTURE = /^image\/(jpeg|a?png|webp|gif|avif|hei[cf](-sequence)?)$/;

/** The attachments of a ticket, with upload, download and delete. */
export function AttachmentsSection({ ticketId }: { ticketId: string }) {
  const attachments = useInfiniteQuery(attachmentsQuery(ticketId));
  const remove = useDeleteAttachment(ticketId);
  const download = useDownloadAttachment();
  const setPurpose = useSetPurpose(ticketId);
  const uploadButton = useRef<HTMLButtonElement>(null);

  const list = () => {
    if (attachments.isPending) return <Placeholder height="58px" />;
    if (attachments.isLoadingError) {
      return (
        <SectionFailed problem={attachmentStrings.loadFailed} onRetry={() => void attachments.refetch()} />
      );
    }
    const files = attachments.data.pages.flatMap(({ items }) => items);
    if (files.length === 0) return <p className={section.note}>{attachmentStrings.none}</p>;
    return (
      <FileGroups files={files}>
        {(file) => (
          <FileRow
            key={file.id}
            file={file}
            isRemoving={remove.isPending && remove.variables === file.id}
            purpose={{
              loading: setPurpose.isPending && setPurpose.variables.id === file.id,
              // Its row is another element in its new group.
              autoFocus: setPurpose.variables?.id === file.id,
              onChange: (purpose) => setPurpose.mutate({ id: file.id, purpose }),
            }}
            onDownload={() => download.mutate(file.id)}
            onRemove={() => remove.mutate(file.id, { onSuccess: () => uploadButton.current?.focus() })}
          />
        )}
      </FileGroups>
    );
  };

  const more = () => {
    if (!attachments.hasNextPage) return null;
    if (!attachments.isFetchNextPageError) {
      return <EndMarker onMore={() => void attachments.fetchNextPage({ cancelRefetch: false })} />;
    }
    return (
      <SectionFailed problem={strings.page.moreFailed} onRetry={() => void attachments.fetchNextPage()} />
    );
  };

  const count = attachments.data?.pages.flatMap(({ items }) => items).length;
  return (
    <DialogSection
      title={attachmentStrings.title}
      summary={count === undefined ? '' : strings.page.count(count, attachments.hasNextPage)}
      action={<UploadButton ref={uploadButton} ticketId={ticketId} />}
      isBusy={attachments.isPending}
    >
      {list()}
      {more()}
    </DialogSection>
  );
}

/** The rows of files; pictures that show the work before and after it are in groups of their own. */
function FileGroups({
  files,
  children,
}: {
  files: readonly Attachment[];
  children: (file: Attachment) => ReactNode;
}) {
  const id = useId();
  return groups.map((purpose) => {
    const own = files.filter((file) => (file.purpose ?? null) === purpose);
    if (own.length === 0) return null;
    const rows = <ul>{own.map(children)}</ul>;
    if (purpose === null) return <Fragment key="others">{rows}</Fragment>;
    const titleId = `${id}${purpose}`;
    return (
      <div key={purpose} role="group" aria-labelledby={titleId}>
        <h3 id={titleId} className={styles.group}>
          {attachmentStrings.purposes[purpose]}
        </h3>
        {rows}
      </div>
    );
  });
}

function FileRow({
  file: { id, fileName, fileSize, fileType, thumbnailURL, purpose: shown },
  isRemoving,
  purpose,
  onDownload,
  onRemove,
}: {
  file: Attachment;
  isRemoving: boolean;
  purpose: Pick<ComponentProps<typeof PurposeSelect>, 'loading' | 'autoFocus' | 'onChange'>;
  onDownload: () => void;
  onRemove: () => void;
}) {
  const nameId = `file-${id}`;
  return (
    <li className={styles.row}>
      <Preview url={thumbnailURL} />
      <span className={styles.file}>
        <span id={nameId}>{fileName}</span>
        <Typography.Text type="secondary" className={`${section.small} ${section.line}`}>
          {attachmentStrings.size((fileSize / 1024).toFixed(1))}
        </Typography.Text>
      </span>
      {shown !== undefined && PICTURE.test(fileType ?? '') ? (
        <PurposeSelect
          {...purpose}
          className={styles.purpose}
          aria-label={attachmentStrings.purpose}
          aria-describedby={nameId}
          value={shown}
        />
      ) : null}
      <OnlineButton
        type="text"
        icon={<DownloadOutlined />}
        aria-label={attachmentStrings.download}
        aria-describedby={nameId}
        onClick={onDownload}
      />
      <OnlineButton
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={attachmentStrings.delete}
        aria-describedby={nameId}
        disabled={isRemoving}
        onClick={onRemove}
      />
    </li>
  );
}

/** A thumbnail, or an icon of the same size if the file has none or it fails to load. */
function Preview({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={styles.preview}>
      {url && url !== failed ? (
        // Decorative: the file name stands beside it.
        <img className={styles.thumbnail} src={url} alt="" loading="lazy" onError={() => setFailed(url)} />
      ) : (
        <FileOutlined />
      )}
    </span>
  );
}

const uploadDialog = late(() => import('./upload-dialog.tsx'));

/** Opens the upload dialog, whose code loads on first use. */
function UploadButton({
  ref,
  ticketId,
}: {
  ref: React.RefObject<HTMLButtonElement | null>;
  ticketId: string;
}) {
  const { loaded, isLoading, whenLoaded } = uploadDialog.useOnPress(
    useFailure(attachmentStrings.uploadFailed),
  );
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <OnlineButton
        ref={ref}
        size="small"
        icon={<UploadOutlined />}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => whenLoaded(() => setOpen(true))}
      >
        {attachmentStrings.upload}
      </OnlineButton>
      {loaded ? (
        <loaded.UploadDialog ticketId={ticketId} open={isOpen} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
