import { createCommentRequest as limits } from '@mainstay/svc-core/limits';
import { VisuallyHidden } from '@mainstay/ui/base';
import { SyncOutlined, UploadOutlined } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { fieldRules, OnlineButton, RestoredNotice, useIsPhone } from '@mainstay/web-kit';
import { takesFiles } from '@mainstay/web-kit/takes-files';
import { useId, useRef } from 'react';
import { LineIcon } from '../parts/line-icon.tsx';
import { AudienceChoice } from './audience-choice.tsx';
import { ChosenPhotos, UnsentPhotos } from './chosen-photos.tsx';
import { commentStrings } from './comment-strings.ts';
import { type Drafts } from './draft.ts';
import { MentionField } from './mention-field.tsx';
import styles from './new-comment.module.css';
import { useCommentDraft } from './use-comment-draft.ts';
import { useCommentPhotos } from './use-comment-photos.ts';
import { useSendComment } from './use-send-comment.ts';

/** Phones convert their own formats to one of these. */
const PICTURES = 'image/jpeg,image/png,image/webp,image/gif';

/**
 * The field for a new comment with its photos. What fails to be sent stays, and so does the draft if the ticket is
 * closed.
 */
export function NewComment({
  ticketId,
  hasReporter,
  hasVendor,
  drafts,
}: {
  ticketId: string;
  /** Whether the comment can be made visible to the reporter. */
  hasReporter: boolean;
  /** The same for the vendor to whom the ticket was sent. */
  hasVendor: boolean;
  drafts: Drafts;
}) {
  const [form] = Form.useForm<{ body: string }>();
  const formId = useId();
  const written = useCommentDraft(drafts, ticketId);
  const { draft, keep, audience } = written;
  const photos = useCommentPhotos(ticketId, written);
  // Its label is hidden, and there is room for one line.
  const isPhone = useIsPhone();
  const chooser = useRef<HTMLInputElement>(null);
  const focusField = () => form.focusField('body');
  const { isPending, news, send, whilePending } = useSendComment(ticketId, form, written, {
    upload: photos.upload,
    onEnd: () => {
      if (document.getElementById(formId)?.contains(document.activeElement)) focusField();
    },
  });

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
          photos.choose(Array.from(target.files ?? []));
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
        onFinish={({ body }) => void send(body)}
        {...takesFiles(photos.choose)}
      >
        {written.isRestored ? (
          <RestoredNotice
            onDiscard={() => {
              written.dismiss();
              keep({ body: '', audience: 'team' });
              form.setFieldValue('body', '');
              focusField();
            }}
          />
        ) : null}
        <ChosenPhotos
          photos={written.photos}
          onRemove={(photo) => {
            photos.remove(photo);
            focusField();
          }}
        />
        <UnsentPhotos
          photos={written.unsent}
          isPending={isPending}
          onRetry={() => void whilePending(photos.retry)}
          onDiscard={() => {
            keep({ unsent: [] });
            focusField();
          }}
        />
        <AudienceChoice hasReporter={hasReporter} hasVendor={hasVendor} audience={audience} keep={keep} />
        <div className={styles.row}>
          <Form.Item
            name="body"
            label={commentStrings.add}
            rules={fieldRules(limits.body, commentStrings.comment)}
            extra={audience === 'team' ? undefined : commentStrings.hints[audience]}
          >
            <MentionField
              ticketId={ticketId}
              names={draft.names}
              canMention={audience === 'team'}
              placeholder={
                audience !== 'team' ? '' : isPhone ? commentStrings.add : commentStrings.placeholder
              }
              onSend={form.submit}
            />
          </Form.Item>
          <OnlineButton icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
            {commentStrings.addPhotos}
          </OnlineButton>
          <OnlineButton
            type="primary"
            htmlType="submit"
            icon={<LineIcon path="M2 7.5 14 2.5 10 13.5 7.5 9z" />}
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
