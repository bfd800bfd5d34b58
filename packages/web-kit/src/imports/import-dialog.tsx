import { Button, Flex } from '@mainstay/ui/base';
import { Progress, Steps, Upload } from '@mainstay/ui/content';
import { Alert, DownloadOutlined, Modal, UploadOutlined } from '@mainstay/ui/core';
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
import { saveFile } from '../save-file.ts';
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
      <ImportSteps {...what} onClose={onClose} />
    </Modal>
  );
}

function ImportSteps({ onClose, ...what }: ImportOf & { onClose: () => void }) {
  const [planned, setPlanned] = useState<{ body: ImportPlan; etag: string }>();
  const [isApplied, setApplied] = useState(false);
  const step = isApplied ? 2 : planned ? 1 : 0;
  return (
    <>
      <Steps
        className={styles.steps}
        size="small"
        responsive={false}
        current={step}
        items={strings.steps.map((title) => ({ title }))}
      />
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
    <Flex vertical gap={12} align="start" aria-busy={plan.isPending}>
      {strings.hint}
      <Button icon={<DownloadOutlined />} onClick={() => saveFile(template.name, csv(template.text))}>
        {strings.template}
      </Button>
      <Upload.Dragger
        className={styles.drop}
        accept=".csv,text/csv"
        aria-label={strings.choose}
        height={120}
        showUploadList={false}
        disabled={plan.isPending}
        beforeUpload={(file) => {
          plan.mutate(file);
          // Not by itself.
          return false;
        }}
      >
        <UploadOutlined /> {plan.isPending ? strings.reading : strings.drop}
      </Upload.Dragger>
      {plan.error ? <Alert type="error" title={sentenceOf(plan.error, strings.notRead)} /> : null}
    </Flex>
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
    <Flex vertical gap={12}>
      <ImportRows
        plan={plan}
        actions={['create', 'update', 'unchanged', 'error']}
        calls={calls}
        labelOf={labelIn(labels)}
        words={words}
      />
      {changed === 0 ? strings.nothing : null}
      {errors > 0 && changed > 0 ? (
        <Flex component="label" align="center" gap={8}>
          <input
            type="checkbox"
            checked={skips}
            onChange={({ currentTarget }) => setSkips(currentTarget.checked)}
          />
          {strings.skip(errors)}
        </Flex>
      ) : null}
      {apply.error ? <Alert type="error" title={sentenceOf(apply.error, strings.applyFailed)} /> : null}
      <Flex wrap justify="end" gap={8}>
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
      </Flex>
    </Flex>
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
      <Progress percent={0} showInfo={false} aria-label={strings.progressOf} />
    );
  }
  if (!isDone) return <Applying counts={plan.counts} />;
  const { applied, error } = plan.counts;
  return (
    <Flex vertical gap={12}>
      <span role="status">{strings.finished(applied)}</span>
      <ImportRows
        plan={plan}
        actions={['applied', 'conflict', 'unchanged', 'error']}
        calls={calls}
        labelOf={labelIn(labels)}
        words={words}
      />
      <Flex wrap justify="end" gap={8}>
        {error > 0 ? <DownloadErrors id={id} calls={calls} labels={labels} /> : null}
        <Button type="primary" onClick={onClose}>
          {strings.close}
        </Button>
      </Flex>
    </Flex>
  );
}

function Applying({
  counts: { create, update, applied, conflict },
}: {
  counts: Record<'create' | 'update' | 'applied' | 'conflict', number>;
}) {
  const done = strings.progress(applied + conflict, create + update);
  return (
    <Flex vertical gap={4}>
      {done}
      <Progress
        percent={(100 * (applied + conflict)) / (create + update)}
        showInfo={false}
        aria-label={done}
      />
      {strings.background}
    </Flex>
  );
}

function DownloadErrors({ id, calls, labels }: { id: string } & Pick<ImportOf, 'calls' | 'labels'>) {
  const client = useQueryClient();
  const fail = useFailureToast();
  const download = useMutation({
    mutationFn: async () => {
      const { pages } = await client.infiniteQuery({ ...calls.rows(id, 'error'), pages: Infinity });
      const rows = pages.flatMap(({ items }) => items);
      saveFile('import-errors.csv', csv(errorsFile(rows, labelIn(labels))));
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

const csv = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });
