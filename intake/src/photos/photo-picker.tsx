import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTexts } from '../texts/language-context.tsx';
import { type ChosenPhotos } from './chosen-photos.ts';
import classes from './photo-picker.module.css';

/** Not HEIC: with this list phones convert it themselves. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

interface Props {
  chosen: ChosenPhotos;
  most: number;
}

/**
 * Chooses photos, from the camera or the gallery, and shows them. Files that were chosen before the script ran are
 * taken.
 */
export function PhotoPicker({ chosen, most }: Props) {
  const { photos: texts } = useTexts();
  const id = useId();
  const inputs = useRef<HTMLDivElement>(null);
  const { add } = chosen;
  const takeFrom = (input: HTMLInputElement) => {
    // A copy, as the list is emptied so that the same file can be chosen again.
    const files = [...(input.files ?? [])];
    input.value = '';
    void add(files);
  };
  const takeEarlyOnes = useEffectEvent(() => {
    for (const input of inputs.current?.querySelectorAll('input') ?? []) takeFrom(input);
  });
  useEffect(() => takeEarlyOnes(), []);

  const isFull = chosen.photos.length >= most;
  const choices = [
    { text: texts.take, icon: <CameraIcon />, isCamera: true },
    { text: texts.choose, icon: <PicturesIcon />, isCamera: false },
  ];
  return (
    <div className={classes['picker']}>
      {chosen.photos.length > 0 && <Previews chosen={chosen} />}
      <div ref={inputs} className={classes['choices']}>
        {choices.map(({ text, icon, isCamera }) => (
          <label key={text} className={classes['choice']} data-full={isFull}>
            {icon}
            {text}
            <input
              type="file"
              accept={ACCEPT}
              multiple={!isCamera}
              capture={isCamera ? 'environment' : undefined}
              disabled={isFull}
              aria-describedby={id}
              onChange={(event) => takeFrom(event.currentTarget)}
            />
          </label>
        ))}
      </div>
      <small id={id}>{texts.hint(most)}</small>
      <div role="status" className={classes['faults']}>
        {chosen.isPreparing && <small>{texts.preparing}</small>}
        {chosen.faults.unreadable.map((name, at) => (
          <p key={`${at} ${name}`}>{texts.unreadable(name)}</p>
        ))}
        {chosen.faults.tooMany && <p>{texts.tooMany(most)}</p>}
      </div>
    </div>
  );
}

function Previews({ chosen }: { chosen: ChosenPhotos }) {
  const { photos: texts } = useTexts();
  return (
    <ul className={classes['previews']}>
      {chosen.photos.map((photo, at) => (
        <li key={photo.id}>
          <img src={photo.preview} alt={texts.photo(at + 1)} />
          <button type="button" aria-label={texts.remove(at + 1)} onClick={() => chosen.remove(photo.id)}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  );
}

const CameraIcon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 8h3l1.6-2.500h6.800L17 8h3a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 20 19H4a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 4 8Z" />
    <circle cx="12" cy="13" r="3.500" />
  </svg>
);

const PicturesIcon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect x="3.500" y="4.500" width="17" height="15" rx="1.500" />
    <circle cx="8.500" cy="9.500" r="1.500" />
    <path d="m4 17 5-4.500 3.500 3 3-2.500 5 4.500" />
  </svg>
);
