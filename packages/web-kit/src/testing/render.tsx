import { ThemeProvider } from '@mainstay/ui/base';
import { MemoryRouter } from '@mainstay/ui/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';
import { ToastProvider } from '../toast-provider.tsx';

/**
 * Renders a screen as the shell would hold it: theme, router at `path`, QueryClient, and real toasts to find by
 * their role. Answers React Testing Library's result, the query client and a user to act with.
 */
export function renderWithProviders(
  screen: ReactNode,
  {
    path = '/',
    queryClient = createQueryClient(),
  }: { path?: string; queryClient?: ReturnType<typeof createQueryClient> } = {},
) {
  const user = userEvent.setup();
  const result = render(screen, {
    wrapper: ({ children }) => (
      <ThemeProvider mode="dark">
        <MemoryRouter initialEntries={[path]}>
          <QueryClientProvider client={queryClient}>
            <ToastProvider>{children}</ToastProvider>
          </QueryClientProvider>
        </MemoryRouter>
      </ThemeProvider>
    ),
  });
  return { ...result, queryClient, user };
}
