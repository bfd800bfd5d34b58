import { type RemoteHost } from '@mainstay/remote-contract';
import { PageHeader, SkeletonCard } from '@mainstay/ui/base';
import { LoadFailed, ToastContext } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../link-button.tsx';
import { strings } from '../strings.ts';
import { SettingsForm } from './settings-form.tsx';
import { settingsQuery } from './settings.queries.ts';

/** The settings of the inbox and of e-mail. */
export function SettingsScreen({ host }: { host: Pick<RemoteHost, 'toast' | 'navigate' | 'timeZone'> }) {
  return (
    <ToastContext value={host.toast}>
      <PageHeader
        title={strings.settings.title}
        subtitle={strings.settings.subtitle}
        secondary={[
          <LinkButton key="back" to="/inbox" navigate={host.navigate}>
            {strings.settings.back}
          </LinkButton>,
        ]}
      />
      <Settings browserZone={host.timeZone} />
    </ToastContext>
  );
}

function Settings({ browserZone }: { browserZone: string }) {
  const settings = useQuery(settingsQuery);
  if (settings.isPending) {
    return (
      <div aria-busy="true">
        <SkeletonCard lines={5} />
      </div>
    );
  }
  if (settings.isLoadingError) {
    return <LoadFailed title={strings.settings.loadFailed} onRetry={() => void settings.refetch()} />;
  }
  return <SettingsForm read={settings.data} browserZone={browserZone} />;
}
