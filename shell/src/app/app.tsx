import { BrowserRouter } from '@mainstay/ui/router';
import { createQueryClient } from '@mainstay/web-kit';
import { ToastProvider } from '@mainstay/web-kit/toast-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createUnauthorizedRule } from '../session/unauthorized.ts';
import { Entrance } from './entrance.tsx';
import { PageBoundary } from './page-boundary.tsx';

/** The application with everything it shares with its remotes. */
export function App() {
  const [queries] = useState(() => createQueryClient({ onUnauthorized: createUnauthorizedRule() }));
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
