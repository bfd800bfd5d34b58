import {
  Badge,
  Button,
  EmptyState,
  PageHeader,
  ReloadOutlined,
  Surface,
  VisuallyHidden,
  WarningOutlined,
} from '@mainstay/ui/base';
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

function Row({
  entry,
  state,
  load,
  onRetry,
}: {
  entry: RegistryEntry;
  state: State;
  load: RemoteLoad | undefined;
  onRetry: () => void;
}) {
  const { name, version, since, commit } = entry;
  const hasFailed = load !== undefined && load.version === null && state !== 'disabled';
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span className={styles['code']}>{version}</span>
        {load?.version && load.version !== version ? (
          <span className={styles['soft']}>{texts.older(load.version)}</span>
        ) : null}
      </td>
      <td>
        <Badge variant={state === 'disabled' ? 'destructive' : 'default'}>{texts.states[state]}</Badge>
      </td>
      <td>{since === null ? texts.unknown : time.format(new Date(since))}</td>
      <td className={styles['code']}>{commit?.slice(0, 12) ?? texts.unknown}</td>
      <td>
        {loadTimeOf(load, state)}{' '}
        {hasFailed ? (
          <Button size="small" aria-label={`${strings.retry} ${name}`} onClick={onRetry}>
            {strings.retry}
          </Button>
        ) : null}
      </td>
      <td>
        {load?.lastError ? (
          <>
            {load.lastError.text}
            <span className={styles['soft']}>{time.format(load.lastError.at)}</span>
          </>
        ) : (
          texts.none
        )}
      </td>
    </tr>
  );
}

/** For administrators: the published version of each remote, and its state in this browser. */
export default function OverviewPage() {
  const { loader } = useRemotes();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...registryQuery, staleTime: 0 });
  // Read fresh: the cached registry does not tell what is live now.
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
        actions={
          <Button icon={<ReloadOutlined />} onClick={() => void refetch()}>
            {texts.refresh}
          </Button>
        }
      />
      {error ? (
        <p role="alert">{error.message}</p>
      ) : registry && rows.length === 0 ? (
        <EmptyState icon={<WarningOutlined />} title={texts.empty} hint={texts.emptyHint} />
      ) : (
        <Surface className={styles['scroll']} role="region" aria-label={texts.title} tabIndex={0}>
          <table className={styles['table']}>
            <caption>
              <VisuallyHidden as="span">{texts.title}</VisuallyHidden>
            </caption>
            <thead>
              <tr>
                {texts.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ entry, state }) => (
                <Row
                  key={entry.name}
                  entry={entry}
                  state={state}
                  load={loads.get(entry.name)}
                  onRetry={() => void loader.reload(entry.name).catch(() => undefined)}
                />
              ))}
            </tbody>
          </table>
        </Surface>
      )}
    </>
  );
}
