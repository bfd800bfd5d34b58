import { Button } from '@mainstay/ui/base';
import { DownloadOutlined, Modal } from '@mainstay/ui/core';
// By its name, as remotes do: this entry would otherwise have another copy of the shell's contexts.
import {
  failureWords,
  isApiError,
  LoadFailed,
  newIdempotencyKey,
  OnlineButton,
  refreshList,
  useFailureToast,
} from '@mainstay/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorsFile } from './errors-file.ts';
import { type ImportCalls, type ImportPlan, type ImportWords } from './import-calls.ts';
import { ImportRows } from './import-rows.tsx';
import styles from './imports.module.css';
import { strings } from './strings.ts';

/** How often the progress is read, in milliseconds. */
const POLL_MS = 1000;

export interface ImportOf {
  title: string;
  /** The name and the text of the template. */
  template: { name: string; text: string };
  /** The label of each column by the API's name. */
  labels: Readonly<Record<string, string>>;
  words?: ImportWords | undefined;
  calls: ImportCalls;
  /** The address of the list that is refreshed at the end. */
  listPath: string;
}

/** Imports a CSV file in three steps: the file, a preview of what it changes, and the result. */
export function ImportDialog({ open, onClose, ...what }: ImportOf & { open: boolean; onClose: () => void }) {
  return (
    <Modal
      title={what.title}
      open={open}
      footer={null}
      centered
      width={720}
      destroyOnHidden
      onCancel={onClose}
    >
      <Steps {...what} onClose={onClose} />
    </Modal>
  );
}

function Steps({ onClose, ...what }: ImportOf & { onClose: () => void }) {
  const [planned, setPlanned] = useState<{ body: ImportPlan; etag: string }>();
  const [isApplied, setApplied] = useState(false);
  const step = isApplied ? 2 : planned ? 1 : 0;
  return (
    <>
      <ol className={styles.steps}>
        {strings.steps.map((name, at) => (
          <li key={name} aria-current={at === step ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      {planned === undefined ? (
        <ChooseFile {...what} onPlanned={setPlanned} />
      ) : isApplied ? (
        <Result {...what} id={planned.body.id} onClose={onClose} />
      ) : (
        <Preview
          {...what}
          planned={planned}
          onApplied={() => setApplied(true)}
          onBack={() => setPlanned(undefined)}
        />
      )}
    </>
  );
}

/** What went wrong: the server's sentence, if there is one. */
const sentenceOf = (error: Error, otherwise: string): string =>
  isApiError(error) && error.status < 500 && error.detail !== ''
    ? error.detail
    : failureWords(otherwise, error);

function ChooseFile({
  template,
  calls,
  onPlanned,
}: ImportOf & { onPlanned: (planned: { body: ImportPlan; etag: string }) => void }) {
  const plan = useMutation({
    mutationFn: (file: File) => calls.plan(file, newIdempotencyKey()),
    onSuccess: onPlanned,
  });
  return (
    <div className={styles.step} aria-busy={plan.isPending}>
      <p>{strings.hint}</p>
      <Button
        className={styles.template}
        icon={<DownloadOutlined />}
        onClick={() => saveFile(template.name, template.text)}
      >
        {strings.template}
      </Button>
      <label>
        {strings.choose}
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={plan.isPending}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // The same file can be chosen again after it was corrected.
            if (file) plan.mutate(file, { onSettled: () => (currentTarget.value = '') });
          }}
        />
      </label>
      {plan.isPending ? <p role="status">{strings.reading}</p> : null}
      {plan.error ? (
        <p role="alert" className={styles.error}>
          {sentenceOf(plan.error, strings.notRead)}
        </p>
      ) : null}
    </div>
  );
}

function Preview({
  planned: { body: plan, etag },
  calls,
  labels,
  words,
  onApplied,
  onBack,
}: ImportOf & {
  planned: { body: ImportPlan; etag: string };
  onApplied: () => void;
  onBack: () => void;
}) {
  const { create, update, error: errors } = plan.counts;
  const [skips, setSkips] = useState(false);
  const apply = useMutation({
    mutationFn: () => calls.apply(plan.id, etag, skips),
    onSuccess: onApplied,
  });
  const changed = create + update;
  return (
    <div className={styles.step}>
      <ImportRows
        plan={plan}
        actions={['create', 'update', 'unchanged', 'error']}
        calls={calls}
        labelOf={labelIn(labels)}
        words={words}
      />
      {changed === 0 ? <p>{strings.nothing}</p> : null}
      {errors > 0 && changed > 0 ? (
        <label className={styles.skip}>
          <input
            type="checkbox"
            checked={skips}
            onChange={({ currentTarget }) => setSkips(currentTarget.checked)}
          />
          {strings.skip(errors)}
        </label>
      ) : null}
      {apply.error ? (
        <p role="alert" className={styles.error}>
          {sentenceOf(apply.error, strings.applyFailed)}
        </p>
      ) : null}
      <div className={styles.actions}>
        {errors > 0 ? <DownloadErrors id={plan.id} calls={calls} labels={labels} /> : null}
        <Button onClick={onBack}>{strings.another}</Button>
        <OnlineButton
          type="primary"
          loading={apply.isPending}
          disabled={changed === 0 || (errors > 0 && !skips)}
          onClick={() => apply.mutate()}
        >
          {strings.apply(changed)}
        </OnlineButton>
      </div>
    </div>
  );
}

function Result({
  id,
  calls,
  labels,
  words,
  listPath,
  onClose,
}: ImportOf & { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const progress = useQuery({
    queryKey: ['/api/imports', id],
    queryFn: () => calls.read(id),
    refetchInterval: ({ state }) => (state.data?.state === 'applied' ? false : POLL_MS),
  });
  const plan = progress.data;
  const isDone = plan?.state === 'applied';
  useEffect(() => {
    if (isDone) void refreshList(client, listPath);
  }, [client, isDone, listPath]);

  if (!plan) {
    return progress.isError ? (
      <LoadFailed title={strings.progressFailed} onRetry={() => void progress.refetch()} />
    ) : (
      <progress />
    );
  }
  const { create, update, applied, conflict, error } = plan.counts;
  if (!isDone) {
    return (
      <div className={styles.step}>
        <label>
          {strings.progress(applied + conflict, create + update)}
          <progress value={applied + conflict} max={create + update} />
        </label>
        <p>{strings.background}</p>
      </div>
    );
  }
  return (
    <div className={styles.step}>
      <p role="status">{strings.finished(applied)}</p>
      <ImportRows
        plan={plan}
        actions={['applied', 'conflict', 'unchanged', 'error']}
        calls={calls}
        labelOf={labelIn(labels)}
        words={words}
      />
      <div className={styles.actions}>
        {error > 0 ? <DownloadErrors id={id} calls={calls} labels={labels} /> : null}
        <Button type="primary" onClick={onClose}>
          {strings.close}
        </Button>
      </div>
    </div>
  );
}

function DownloadErrors({ id, calls, labels }: { id: string } & Pick<ImportOf, 'calls' | 'labels'>) {
  const client = useQueryClient();
  const fail = useFailureToast();
  const download = useMutation({
    mutationFn: async () => {
      const { pages } = await client.infiniteQuery({ ...calls.rows(id, 'error'), pages: Infinity });
      const rows = pages.flatMap(({ items }) => items);
      saveFile('import-errors.csv', errorsFile(rows, labelIn(labels)));
    },
    onError: (error) => fail(strings.downloadFailed, error),
  });
  return (
    <Button icon={<DownloadOutlined />} loading={download.isPending} onClick={() => download.mutate()}>
      {strings.download}
    </Button>
  );
}

const labelIn =
  (labels: ImportOf['labels']) =>
  (field: string): string =>
    labels[field] ?? strings.ofWholeRow.get(field) ?? field;

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // Not at once: Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
