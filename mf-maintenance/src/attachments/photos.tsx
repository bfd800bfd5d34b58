import { DownloadOutlined, FileOutlined, Modal } from '@mainstay/ui/core';
import { OnlineButton } from '@mainstay/web-kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CoreSchemas } from '../api/core.ts';
import { attachmentsQuery, downloadQuery, useDownloadAttachment } from './attachments.queries.ts';
import styles from './photos.module.css';
import { attachmentStrings } from './attachment-strings.ts';

type Photo = CoreSchemas['AttachedFile'];

/** The photos and files of a comment as thumbnails, each of which opens in a dialog. */
export function Photos({ ticketId, photos }: { ticketId: string; photos: readonly Photo[] }) {
  const attachments = useInfiniteQuery(attachmentsQuery(ticketId));
  const [opened, setOpened] = useState<Photo>();
  const [isOpen, setOpen] = useState(false);
  const thumbnails = new Map(
    attachments.data?.pages.flatMap(({ items }) => items).map(({ id, thumbnailURL }) => [id, thumbnailURL]),
  );
  return (
    <>
      <ul className={styles.photos} aria-label={attachmentStrings.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.thumbnail}
              aria-haspopup="dialog"
              aria-label={attachmentStrings.open(photo.fileName)}
              title={photo.fileName}
              onClick={() => {
                setOpened(photo);
                setOpen(true);
              }}
            >
              <Picture key={thumbnails.get(photo.id)} photo={photo} thumbnail={thumbnails.get(photo.id)} />
            </button>
          </li>
        ))}
      </ul>
      {opened ? <PhotoDialog photo={opened} open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const isPicture = ({ fileType }: Photo) => fileType?.startsWith('image/') ?? false;

/** The thumbnail, else the photo itself, because thumbnails are made some time after the upload; else an icon. */
function Picture({ photo, thumbnail }: { photo: Photo; thumbnail: string | null | undefined }) {
  const [isFailed, setFailed] = useState(false);
  const { data } = useQuery({ ...downloadQuery(photo.id), enabled: thumbnail === null && isPicture(photo) });
  const url = thumbnail ?? data?.downloadURL;
  if (url === undefined || isFailed) return <FileOutlined className={styles.icon} />;
  // The button around it has the name.
  return <img className={styles.picture} src={url} alt="" loading="lazy" onError={() => setFailed(true)} />;
}

function PhotoDialog({ photo, open, onClose }: { photo: Photo; open: boolean; onClose: () => void }) {
  const { data, error } = useQuery({ ...downloadQuery(photo.id), enabled: open });
  const [unshown, setUnshown] = useState<string>();
  const download = useDownloadAttachment();
  const canShow = isPicture(photo) && unshown !== photo.id;
  return (
    <Modal
      open={open}
      title={photo.fileName}
      centered
      width={900}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <OnlineButton icon={<DownloadOutlined />} onClick={() => download.mutate(photo.id)}>
          {attachmentStrings.download}
        </OnlineButton>
      }
    >
      <div className={styles.stage} aria-busy={!data && !error}>
        {error ? <p role="alert">{error.message}</p> : null}
        {data && canShow ? (
          <img
            className={styles.photo}
            src={data.downloadURL}
            alt={photo.fileName}
            onError={() => setUnshown(photo.id)}
          />
        ) : null}
        {data && !canShow ? <p>{attachmentStrings.noPreview}</p> : null}
      </div>
    </Modal>
  );
}
