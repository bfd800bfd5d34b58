import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { forgetDraftPhotos } from '../drafts/draft-photos.ts';
import { useChosenPhotos } from '../photos/chosen-photos.ts';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { useDraftPhotos } from '../report/use-draft-photos.ts';
import { useJobTexts } from '../texts/job-texts.ts';
import { type Purpose } from './job-api.ts';
import { type JobOutbox } from './job-outbox.ts';
import classes from './job-page.module.css';
import { type useJobDraft } from './use-job-draft.ts';

/** At once; a work order has twenty. */
const MOST = 10;
const purposes: readonly Purpose[] = ['before', 'after'];

interface Props {
  draft: ReturnType<typeof useJobDraft>;
  outbox: JobOutbox;
  token: string;
}

/** Photos of the work: what is chosen outlives a reload, what was pressed is sent by itself. */
export function JobPhotos({ draft: { draft, check }, outbox, token }: Props) {
  const words = useJobTexts();
  const [purpose, setPurpose] = useState<Purpose>('after');
  const chosen = useChosenPhotos(MOST);
  useDraftPhotos(token, chosen, []);
  const send = () => {
    if (!check({ name: words.needsName })) return;
    const photos = chosen.photos.map(({ photo }) => photo);
    void outbox.sendPhotos(draft.name ?? '', purpose, photos);
    for (const { id } of chosen.photos) chosen.remove(id);
    void forgetDraftPhotos(token);
  };
  return (
    <Card>
      <h2>{words.photos}</h2>
      <PhotoPicker chosen={chosen} most={MOST} />
      <fieldset className={classes['choices']}>
        <legend>{words.purpose}</legend>
        {purposes.map((each) => (
          <label key={each}>
            <input type="radio" name="purpose" checked={purpose === each} onChange={() => setPurpose(each)} />
            {words.purposes[each]}
          </label>
        ))}
      </fieldset>
      <Button disabled={chosen.photos.length === 0 || chosen.isPreparing} onClick={send}>
        {words.addPhotos}
      </Button>
    </Card>
  );
}
