import { BrowserRouter } from '@mainstay/ui/router';
import { ToastProvider } from '@mainstay/web-kit/toast-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SessionGate } from './session-gate.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** The application and the contexts it shares with its remotes. */
export function App({ queries }: { queries: QueryClient }) {
  return (
    <PageBoundary>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <BrowserRouter>
            <SessionGate />
          </BrowserRouter>
        </ToastProvider>
      </QueryClientProvider>
    </PageBoundary>
  );
}
