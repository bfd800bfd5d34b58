import {
  Badge,
  Button,
  EmptyState,
  PageHeader,
  ReloadOutlined,
  Surface,
  WarningOutlined,
} from '@mainstay/ui/base';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { type RegistryEntry } from '@mainstay/remote-contract';
import { LOCALE } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import styles from './overview-page.module.css';
import { type RemoteLoad } from './loads.ts';
import { overviewStrings as texts } from './overview-strings.ts';
import { registryQuery } from './registry.ts';
import { useRemotes } from './remotes-context.ts';
import { strings } from '../strings.ts';

const time = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

type State = keyof typeof texts.states;

function loadTimeOf(load: RemoteLoad | undefined, state: State): string {
  if (load?.milliseconds != null) return texts.milliseconds(load.milliseconds);
  return load || state === 'disabled' ? texts.notLoaded : texts.loading;
}

interface Row {
  entry: RegistryEntry;
  state: State;
  load: RemoteLoad | undefined;
}

/** The columns of the table. `retry` loads the remote again. */
const columnsOf = (retry: (name: string) => void): TableColumnsType<Row> => [
  { title: texts.columns.remote, width: 130, rowScope: 'row', render: (_, { entry }) => entry.name },
  {
    title: texts.columns.version,
    width: 135,
    render: (_, { entry: { version }, load }) => (
      <>
        <span className={styles['code']}>{version}</span>
        {load?.version && load.version !== version ? (
          <span className={styles['soft']}>{texts.older(load.version)}</span>
        ) : null}
      </>
    ),
  },
  {
    title: texts.columns.state,
    width: 100,
    render: (_, { state }) => (
      <Badge variant={state === 'disabled' ? 'destructive' : 'default'}>{texts.states[state]}</Badge>
    ),
  },
  {
    title: texts.columns.since,
    width: 180,
    render: (_, { entry: { since } }) => (since === null ? texts.unknown : time.format(new Date(since))),
  },
  {
    title: texts.columns.commit,
    width: 135,
    render: (_, { entry: { commit } }) =>
      commit === null ? texts.unknown : <span className={styles['code']}>{commit.slice(0, 12)}</span>,
  },
  {
    title: texts.columns.loadTime,
    width: 110,
    render: (_, { entry: { name }, state, load }) => (
      <>
        {loadTimeOf(load, state)}{' '}
        {load?.version === null && state !== 'disabled' ? (
          <Button size="small" aria-label={`${strings.retry} ${name}`} onClick={() => retry(name)}>
            {strings.retry}
          </Button>
        ) : null}
      </>
    ),
  },
  {
    title: texts.columns.lastError,
    className: styles['sentence'],
    render: (_, { load }) =>
      load?.lastError ? (
        <>
          {load.lastError.text}
          <span className={styles['soft']}>{time.format(load.lastError.at)}</span>
        </>
      ) : (
        texts.none
      ),
  },
];

/** For administrators: the published version of each remote, and its state in this browser. */
export default function OverviewPage() {
  const { loader } = useRemotes();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...registryQuery, staleTime: 0 });
  // Read fresh: the cached registry does not show what is live now.
  const registry = isFetchedAfterMount && !error ? data : undefined;
  const loads = useSyncExternalStore(loader.loads.subscribe, loader.loads.read);
  const remotes = registry?.remotes;
  // Loads the live remotes that are not loaded yet, to show for each whether it loads here.
  useEffect(() => remotes?.forEach(({ name }) => loader.prefetch(name)), [loader, remotes]);

  const rows = [
    ...(remotes ?? []).map((entry) => ({ entry, state: entry.pinned ? 'pinned' : 'live' }) as const),
    ...(registry?.disabled ?? []).map((entry) => ({ entry, state: 'disabled' }) as const),
  ];
  return (
    <>
      <title>{strings.pageTitle(texts.title)}</title>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        secondary={[
          <Button key="refresh" icon={<ReloadOutlined />} onClick={() => void refetch()}>
            {texts.refresh}
          </Button>,
        ]}
      />
      {error ? (
        <p role="alert">{error.message}</p>
      ) : registry && rows.length === 0 ? (
        <EmptyState icon={<WarningOutlined />} title={texts.empty} hint={texts.emptyHint} />
      ) : (
        <Surface className={styles['scroll']} role="region" aria-label={texts.title} tabIndex={0}>
          <Table
            aria-label={texts.title}
            size="middle"
            tableLayout="fixed"
            pagination={false}
            columns={columnsOf((name) => void loader.reload(name).catch(() => undefined))}
            dataSource={rows.map((row) => ({ ...row, load: loads.get(row.entry.name) }))}
            rowKey={({ entry }) => entry.name}
          />
        </Surface>
      )}
    </>
  );
}
