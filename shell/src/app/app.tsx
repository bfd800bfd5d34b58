import { BrowserRouter } from '@mainstay/ui/router';
import { ToastProvider } from '@mainstay/web-kit/toast-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import { Boundary } from '../parts/boundary.tsx';
import { FullScreenNotice } from './full-screen-notice.tsx';
import { SessionGate } from './session-gate.tsx';

/** The application and the contexts it shares with its remotes. */
export function App({ queries }: { queries: QueryClient }) {
  return (
    // For example, a chunk of the shell itself can no longer be fetched.
    <Boundary fallback={<FullScreenNotice {...strings.broken} onAction={() => location.reload()} />}>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <BrowserRouter>
            <SessionGate />
          </BrowserRouter>
        </ToastProvider>
      </QueryClientProvider>
    </Boundary>
  );
}
