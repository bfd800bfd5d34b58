import { BrowserRouter } from '@mainstay/ui/router';
import { ToastProvider } from '@mainstay/web-kit/toast-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Entrance } from './entrance.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** The application with everything it shares with its remotes. */
export function App({ queries }: { queries: QueryClient }) {
  return (
    <PageBoundary>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <BrowserRouter>
            <Entrance />
          </BrowserRouter>
        </ToastProvider>
      </QueryClientProvider>
    </PageBoundary>
  );
}
