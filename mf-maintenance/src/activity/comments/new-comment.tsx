import { createCommentRequest as limits } from '@mainstay/svc-core/limits';
import { Button, VisuallyHidden } from '@mainstay/ui/base';
import { SyncOutlined, UploadOutlined } from '@mainstay/ui/core';
import { Form, Switch } from '@mainstay/ui/forms';
import {
  fieldRules,
  isApiError,
  newIdempotencyKey,
  OnlineButton,
  RestoredNotice,
  useAskBeforeUnload,
  useDraft,
  useFailureToast,
} from '@mainstay/web-kit';
import { takesFiles } from '@mainstay/web-kit/takes-files';
import { useId, useRef, useState } from 'react';
import { ChosenPhotos, UnsentPhotos } from './chosen-photos.tsx';
import { useAddComment } from './comments.queries.ts';
import {
  type Draft,
  draftFor,
  type Drafts,
  type PhotoUploads,
  textIn,
  textOf,
  type UnsentPhoto,
} from './draft.ts';
import { MentionField } from './mention-field.tsx';
import { shownBody } from './mentions.ts';
import styles from './new-comment.module.css';
import { commentStrings } from './comment-strings.ts';

/** Phones convert their own formats to one of these. */
const PICTURES = 'image/jpeg,image/png,image/webp,image/gif';

/**
 * The field for a new comment with its photos. What fails to be sent stays, and so does the draft if the ticket is
 * closed.
 */
export function NewComment({
  ticketId,
  hasReporter,
  drafts,
  uploads,
}: {
  ticketId: string;
  /** Whether the comment can be made visible to the reporter. */
  hasReporter: boolean;
  drafts: Drafts;
  uploads: PhotoUploads;
}) {
  const draft = draftFor(drafts, ticketId);
  const typed = useDraft('comment', ticketId, () => (draft.body.trim() === '' ? undefined : textOf(draft)));
  const [form] = Form.useForm<{ body: string }>();
  const formId = useId();
  const add = useAddComment(ticketId);
  const tellFailure = useFailureToast();
  const [photos, showPhotos] = useState(draft.photos);
  const [unsent, showUnsent] = useState(draft.unsent);
  const [isForReporter, showForReporter] = useState(
    () => Object.assign(draft, typed.draft && textIn(typed.draft)).isForReporter,
  );
  const [isPending, setPending] = useState(false);
  const [news, setNews] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const isSubmitting = useRef(false);
  const sent = useRef({ request: '', key: '' });
  useAskBeforeUnload(true, () => draft.body.trim() !== '' || draft.photos.length > 0);

  const keep = (changes: Partial<Draft>) => {
    Object.assign(draft, changes);
    if (changes.photos) showPhotos(changes.photos);
    if (changes.unsent) showUnsent(changes.unsent);
    if (changes.isForReporter !== undefined) showForReporter(changes.isForReporter);
  };

  /** A new key for another comment: a retry of the same one adds one comment. */
  const keyFor = (comment: object) => {
    const request = JSON.stringify(comment);
    if (sent.current.request !== request) sent.current = { request, key: newIdempotencyKey() };
    return sent.current.key;
  };

  const upload = async (commentId: string, files: readonly File[]) => {
    const failed = await uploads.send(commentId, files);
    keep({ unsent: [...draft.unsent, ...failed.map((photo) => ({ ...photo, commentId }))] });
    const [first] = failed;
    if (first) tellFailure(first.problem);
  };

  const submit = async ({ body }: { body: string }) => {
    // A second click may come before the next render.
    if (isSubmitting.current) return;
    if (isForReporter && shownBody(body, draft.names) !== body) {
      form.setFields([{ name: 'body', errors: [commentStrings.forReporterMention] }]);
      form.focusField('body');
      return;
    }
    isSubmitting.current = true;
    setPending(true);
    setNews('');
    // The ticket may be closed and opened again before the response arrives.
    keep({ body: '' });
    try {
      const comment = { body, ...(isForReporter && { visibility: 'reporter' as const }) };
      const { id } = await add.mutateAsync({ ...comment, idempotencyKey: keyFor(comment) });
      const files = draft.photos.map(({ file }) => file);
      for (const { url } of draft.photos) URL.revokeObjectURL(url);
      sent.current = { request: '', key: '' };
      // The next one is for the team, unless that is chosen again.
      keep({ photos: [], isForReporter: false });
      form.setFields([{ name: 'body', value: '', errors: [] }]);
      typed.dismiss();
      setNews(commentStrings.added);
      if (files.length > 0) await upload(id, files);
    } catch (error) {
      // The mutation has shown its toast; the text stays for a second attempt.
      keep({ body });
      const errors = isApiError(error) ? error.errors?.['body'] : undefined;
      if (errors) form.setFields([{ name: 'body', errors: [...errors] }]);
    } finally {
      isSubmitting.current = false;
      setPending(false);
      if (document.getElementById(formId)?.contains(document.activeElement)) form.focusField('body');
    }
  };

  const choose = (files: readonly File[]) => {
    const { maxBytes } = uploads;
    const problemOf = ({ name, size, type }: File) => {
      if (type !== '' && !type.startsWith('image/')) return commentStrings.noPicture(name);
      return size > maxBytes ? commentStrings.tooLarge(name, maxBytes) : undefined;
    };
    const [problem] = files.map(problemOf).filter((each) => each !== undefined);
    if (problem) tellFailure(problem);
    const chosen = files
      .filter((file) => !problemOf(file))
      .map((file) => ({ file, url: URL.createObjectURL(file) }));
    keep({ photos: [...photos, ...chosen] });
  };

  const retry = async (again: readonly UnsentPhoto[]) => {
    keep({ unsent: draft.unsent.filter((photo) => !again.includes(photo)) });
    setPending(true);
    try {
      for (const commentId of new Set(again.map((photo) => photo.commentId))) {
        await upload(
          commentId,
          again.filter((photo) => photo.commentId === commentId).map(({ file }) => file),
        );
      }
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      {/* Outside the form, where antd would show it. */}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={PICTURES}
        aria-label={commentStrings.addPhotos}
        onChange={({ target }) => {
          choose(Array.from(target.files ?? []));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Form
        form={form}
        name={formId}
        layout="vertical"
        noValidate
        requiredMark={false}
        initialValues={{ body: draft.body }}
        onValuesChange={({ body = '' }: { body?: string }) => keep({ body })}
        onFinish={(values) => void submit(values)}
        {...takesFiles(choose)}
      >
        {typed.isRestored ? (
          <RestoredNotice
            onDiscard={() => {
              typed.dismiss();
              keep({ body: '', isForReporter: false });
              form.setFieldValue('body', '');
              form.focusField('body');
            }}
          />
        ) : null}
        <ChosenPhotos
          photos={photos}
          onRemove={(photo) => {
            URL.revokeObjectURL(photo.url);
            keep({ photos: photos.filter((other) => other !== photo) });
            form.focusField('body');
          }}
        />
        <UnsentPhotos
          photos={unsent}
          isPending={isPending}
          onRetry={() => void retry(unsent)}
          onDiscard={() => {
            keep({ unsent: [] });
            form.focusField('body');
          }}
        />
        {hasReporter ? (
          <label className={styles.forReporter}>
            <Switch checked={isForReporter} onChange={(checked) => keep({ isForReporter: checked })} />
            {commentStrings.forReporter}
          </label>
        ) : null}
        <div className={styles.row}>
          <Form.Item
            name="body"
            label={commentStrings.add}
            rules={fieldRules(limits.body, commentStrings.comment)}
            extra={isForReporter ? commentStrings.forReporterHint : undefined}
          >
            <MentionField
              ticketId={ticketId}
              names={draft.names}
              canMention={!isForReporter}
              placeholder={isForReporter ? '' : commentStrings.placeholder}
              onSend={form.submit}
            />
          </Form.Item>
          <Button icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
            {commentStrings.addPhotos}
          </Button>
          <OnlineButton
            type="primary"
            htmlType="submit"
            loading={isPending && { icon: <SyncOutlined spin /> }}
          >
            {isPending ? commentStrings.pending : commentStrings.submit}
          </OnlineButton>
        </div>
        <VisuallyHidden aria-live="polite">{news}</VisuallyHidden>
      </Form>
    </>
  );
}
