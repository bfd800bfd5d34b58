import { isApiError, useFailureToast, versionOf } from '@mainstay/web-kit';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { notifications, type NotificationsSchemas } from '../api/notifications.ts';
import { strings } from '../strings.ts';

export type Settings = NotificationsSchemas['NotificationSettingsResponse'];
export type SettingsRequest = NotificationsSchemas['UpdateNotificationSettingsRequest'];

const path = '/api/notification-settings';

/** Reads the settings of the signed-in user and their ETag. */
export const readSettings = () => versionOf(notifications.GET(path));

/** The settings and their ETag, dropped from the cache as soon as they are unused. */
export const settingsQuery = queryOptions({ queryKey: [path], queryFn: readSettings, gcTime: 0 });

/** Saves all settings if their version is still `ifMatch`. There is no success toast, and none for a conflict. */
export function useSaveSettings() {
  const fail = useFailureToast();
  return useMutation({
    mutationFn: ({ body, ifMatch }: { body: SettingsRequest; ifMatch: string }) =>
      notifications.PUT(path, { params: { header: { 'If-Match': ifMatch } }, body }),
    onError: (error) => {
      if (!isApiError(error) || error.status !== 412) fail(strings.settings.saveFailed, error);
    },
  });
}

/** Asks for a test mail to the address of the signed-in user. */
export function useSendTest() {
  return useMutation({ mutationFn: () => notifications.POST('/api/notification-settings/test') });
}
