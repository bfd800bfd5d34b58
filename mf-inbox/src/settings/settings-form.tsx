import { Surface } from '@mainstay/ui/base';
import { isUnauthorized, OnlineButton, serverNow } from '@mainstay/web-kit';
import { PageForm } from '@mainstay/web-kit/forms';
import { useId, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { KindsTable } from './kinds-table.tsx';
import styles from './settings-form.module.css';
import { readSettings, useSaveSettings, useSendTest } from './settings.queries.ts';
import { KINDS, requestOf, type SettingsValues, valuesOf } from './settings-values.ts';
import { TimesFields } from './times-fields.tsx';

const texts = strings.settings;

/** What the fields are called where two versions are compared. */
const labels: Record<string, string> = {
  'quietHours.from': `${texts.quietHours}, ${texts.from}`,
  'quietHours.to': `${texts.quietHours}, ${texts.until}`,
  digestTime: texts.digestTime,
  timeZone: texts.timeZone,
  pausedUntil: texts.pausedUntil,
};
for (const kind of KINDS) {
  labels[`kinds.${kind}.inApp`] = texts.inApp(texts.kinds[kind]);
  labels[`kinds.${kind}.email`] = texts.email(texts.kinds[kind]);
}

const emailTimes: Readonly<Record<string, string>> = texts.emailTimes;

/** A value of a field in the words of the screen. */
function show(name: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (value === '') return texts.none;
  return name.endsWith('.email') && typeof value === 'string' ? emailTimes[value] : undefined;
}

type ReadSettings = Awaited<ReturnType<typeof readSettings>>;

/**
 * The form of all settings, saved at once.
 * @param read the settings as they were just read
 */
export function SettingsForm({ read, browserZone }: { read: ReadSettings; browserZone: string }) {
  const save = useSaveSettings();
  const [initial] = useState(() => valuesOf(read.body, new Date(serverNow())));
  const [saves, setSaves] = useState(0);
  const [note, setNote] = useState('');
  const first = useRef<ReadSettings | null>(read);
  const kindsId = useId();
  const timesId = useId();

  const readAgain = async () => {
    const { body, etag } = first.current ?? (await readSettings());
    first.current = null;
    return { values: valuesOf(body, new Date(serverNow())), etag };
  };
  return (
    // Clears the status message when editing continues.
    <div className={styles.form} onFocus={() => setNote('')}>
      <PageForm<SettingsValues>
        labels={{ submit: texts.save, pending: texts.saving }}
        objectId={undefined}
        initialValues={initial}
        edits={{ read: readAgain, revision: saves, labels, show }}
        onSubmit={async (values, { ifMatch }) => {
          setNote('');
          await save.mutateAsync({ body: requestOf(values), ifMatch });
          setSaves((before) => before + 1);
          setNote(texts.saved);
        }}
        beside={
          <>
            <TestButton onNote={setNote} />
            <p className={styles.note} role="status">
              {note}
            </p>
          </>
        }
      >
        <Surface as="section" className={styles.section} aria-labelledby={kindsId}>
          <h2 className={styles.title} id={kindsId}>
            {texts.kindsTitle}
          </h2>
          <p className={styles.hint}>{texts.kindsHint}</p>
          <KindsTable kinds={KINDS.filter((kind) => kind in read.body.kinds)} labelledBy={kindsId} />
        </Surface>
        <Surface as="section" className={styles.section} aria-labelledby={timesId}>
          <h2 className={styles.title} id={timesId}>
            {texts.timesTitle}
          </h2>
          <TimesFields timeZone={read.body.timeZone} browserZone={browserZone} />
        </Surface>
      </PageForm>
    </div>
  );
}

/**
 * Sends a mail for trying the settings out.
 * @param onNote called with what became of it
 */
function TestButton({ onNote }: { onNote: (note: string) => void }) {
  const test = useSendTest();
  const send = () => {
    if (test.isPending) return;
    onNote('');
    test.mutate(undefined, {
      onSuccess: () => onNote(texts.testSent),
      onError: (error) => onNote(isUnauthorized(error) ? '' : texts.testFailed),
    });
  };
  return (
    <OnlineButton className={styles.test} aria-busy={test.isPending} onClick={send}>
      {texts.test}
    </OnlineButton>
  );
}
