export { ApiError, isApiError, isUnauthorized } from './api-error.ts';
export { bodyOf, createApiClient } from './api-client.ts';
export { FormDialog } from './form-dialog.tsx';
export { addressOf, createQueryClient, loadQuery } from './query-client.ts';
export { type ShowToast, ToastContext, type ToastInput, useToast } from './toast-context.ts';
export { ToastProvider } from './toast-provider.tsx';
