import { createReplyRequest as limits } from '@mainstay/svc-core/limits';
import { isApiError } from '@mainstay/web-kit/api-error';
import { useAskBeforeUnload } from '@mainstay/web-kit/ask-before-unload';
import { newIdempotencyKey } from '@mainstay/web-kit/idempotency-key';
import { takesFiles } from '@mainstay/web-kit/takes-files';
import { typedText } from '@mainstay/web-kit/visible';
import { useRef, useState } from 'react';
import { photosOfReport, sendReply } from '../api/intake-api.ts';
import { type PhotoGrant } from '../api/intake-types.ts';
import { Button } from '../parts/button.tsx';
import { describedBy, Field } from '../parts/field.tsx';
import { useHydrated } from '../parts/use-hydrated.ts';
import { MOST_PHOTOS, useChosenPhotos } from '../photos/chosen-photos.ts';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { sendPhoto, type SentPhoto } from '../photos/send-photo.ts';
import { useLanguage, useTexts } from '../texts/language-context.tsx';
import { formatTime } from '../texts/moments.ts';
import { useTrackTexts } from '../texts/track-texts.ts';
import classes from './reply-form.module.css';

interface Props {
  token: string;
  /** How many photos the report has. */
  photos: number;
  /** Something has arrived. */
  onSent: () => Promise<void>;
}

/** Words and photos that are added to a report. What could not be sent stays, to be sent again. */
export function ReplyForm({ token, photos, onSent }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const track = useTrackTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const isReady = useHydrated();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const [said, setSaid] = useState<readonly string[]>([]);
  /** The key of the words that are being sent: the same words arrive once. */
  const last = useRef({ body: '', key: '' });
  /** Where photos that could not be sent may be put, by their ids. */
  const grants = useRef(new Map<string, PhotoGrant>());
  const most = Math.max(0, MOST_PHOTOS - photos);
  const chosen = useChosenPhotos(most);
  useAskBeforeUnload(true, () => field.current?.value.trim() !== '' || chosen.photos.length > 0);

  /** Nothing that was pasted is cut. */
  const tooLong = (text: string): string | undefined => {
    const [{ length }, { maxLength }] = [text.trim(), limits.body];
    return length > maxLength ? texts.writing.tooLong(length, maxLength) : undefined;
  };
  /** @returns whether they have arrived */
  const sendWords = async (body: string): Promise<boolean> => {
    if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() };
    try {
      await sendReply(token, body, last.current.key);
      last.current = { body: '', key: '' };
      if (field.current) field.current.value = '';
      setSaid((all) => [...all, track.replySent]);
      return true;
    } catch (reason) {
      const after = isApiError(reason) && reason.status === 429 ? (reason.retryAfter ?? 60) : undefined;
      const refused = isApiError(reason) && reason.status === 400 ? reason.detail : undefined;
      setError(
        after !== undefined
          ? track.replyLimited(formatTime(Date.now() + after * 1000, language))
          : refused !== undefined
            ? texts.refused.general(refused)
            : track.replyFailed,
      );
      return false;
    }
  };
  const sendPhotos = async (): Promise<void> => {
    const states: SentPhoto['state'][] = [];
    for (const { id, photo } of chosen.photos) {
      const { state, grant } = await sendPhoto(photosOfReport(token), photo, grants.current.get(id));
      states.push(state);
      if (grant === undefined) grants.current.delete(id);
      else grants.current.set(id, grant);
      if (state !== 'failed') chosen.remove(id);
    }
    const count = (wanted: SentPhoto['state']) => states.filter((state) => state === wanted).length;
    setSaid((all) => [
      ...all,
      ...(count('sent') > 0 ? [track.photoCount(count('sent'))] : []),
      ...(count('refused') > 0 ? [texts.photos.refused] : []),
      ...(count('full') > 0 ? [texts.photos.full] : []),
    ]);
    if (count('failed') > 0) setError(track.replyFailed);
  };
  const send = async (): Promise<void> => {
    const body = typedText(field.current?.value ?? '');
    setSaid([]);
    setError(undefined);
    if (chosen.isPreparing) {
      setError(texts.writing.waitForPhotos);
      return;
    }
    if (body === '' && chosen.photos.length === 0) {
      setError(track.needsReply);
      field.current?.focus();
      return;
    }
    const cannot = tooLong(body);
    if (cannot !== undefined) {
      setError(cannot);
      field.current?.focus();
      return;
    }
    setSending(true);
    if (body === '' || (await sendWords(body))) await sendPhotos();
    await onSent();
    setSending(false);
  };

  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      {...(most > 0 && takesFiles((files) => void chosen.add(files)))}
    >
      <Field id="reply" label={track.reply} hint={track.replyHint} error={error}>
        <textarea
          ref={field}
          id="reply"
          rows={3}
          onInput={({ currentTarget }) => setError(tooLong(currentTarget.value))}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy('reply')}
        />
      </Field>
      {most > 0 && <PhotoPicker chosen={chosen} most={most} />}
      <Button type="submit" isPrimary disabled={!isReady || isSending}>
        {isSending ? track.sending : track.send}
      </Button>
      <div role="status" className={classes['said']}>
        {said.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </form>
  );
}
