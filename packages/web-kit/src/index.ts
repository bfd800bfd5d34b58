export { ApiError, isApiError, isUnauthorized } from './api-error.ts';
export { useAppLink } from './app-link.ts';
export { useAskBeforeUnload } from './ask-before-unload.ts';
export { keepItem, readItem } from './browser-storage.ts';
export { bodyOf, createApiClient, versionOf } from './api-client.ts';
export { type FieldWords } from './conflict-panel.tsx';
export {
  formatAgo,
  formatDay,
  formatMoment,
  formatShort,
  formatStoreMoment,
  fromLocalInput,
  isMoment,
  otherZone,
  toLocalInput,
} from './dates.ts';
export { type Draft, eraseDrafts, readDrafts } from './drafts.ts';
export { useDraft } from './use-draft.ts';
export {
  type Changed,
  type Created,
  detailOr,
  entityQueries,
  type Listed,
  messageOr,
} from './entity-queries.ts';
export { DownloadButton } from './download-button.tsx';
export { ExportCsv } from './export-csv.tsx';
export { failureWords, useFailure, useFailureToast } from './failure-toast.ts';
export { type FieldLimits, fieldRules, inputLimits, lengthRules, momentRule } from './field-limits.ts';
export { byName, folded } from './folded.ts';
export { matchesZone, timeZoneOptions, zoneLabel, type ZoneOption } from './time-zones.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export { addressOf, createQueryClient, kept, leavesWhenUnauthorized, loadQuery } from './query-client.ts';
export { type ShowToast, ToastContext, type ToastInput, useToast } from './toast-context.ts';
export { lateness } from './lateness.ts';
export { ListEnd } from './list-end.tsx';
export { LoadFailed, RetryButton } from './load-failed.tsx';
export { LOCALE } from './locale.ts';
export { Moment } from './moment.tsx';
export { currencyQuery, formatMoney, useMoney } from './money.ts';
export { EndMarker } from './end-marker.tsx';
export { mailLink } from './mail-link.ts';
export { phoneLink } from './phone-link.ts';
export { byPage, everyItem, type Page, type PagedQuery, pagedQuery, pageOf } from './paged-list.ts';
export { isRefreshable, refreshList } from './refresh-lists.ts';
export { isByPage } from './sent-by.ts';
export { prepareScreens } from './prepare-screens.ts';
export { isKeyForPage } from './page-keys.ts';
export { isPlainClick, opensHere } from './opens-here.ts';
export { publicUrlQuery } from './public-url.ts';
export { RestoredNotice } from './restored-notice.tsx';
export { type GivenSearch, SearchField } from './search-field.tsx';
export { OnlineButton } from './online-button.tsx';
export { useHasColumns, useIsBelowDesk, useIsNarrow, useIsPhone } from './use-is-narrow.ts';
export { isOffline, useIsOffline } from './use-is-offline.ts';
export { useNow } from './use-now.ts';
export {
  anyContains,
  MAX_COUNTED,
  type SearchedList,
  useDebouncedValue,
  usePagedList,
  useSearchedList,
} from './searched-list.ts';
export { serverNow } from './server-clock.ts';
export { typedText } from './visible.ts';
export { useWriteOutcome } from './write-outcome.ts';
export { whenIdle } from './when-idle.ts';
