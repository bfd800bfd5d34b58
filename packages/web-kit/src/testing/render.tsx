import { ThemeProvider } from '@mainstay/ui/base';
import { MemoryRouter } from '@mainstay/ui/router';
import { WithoutStyles } from '@mainstay/ui/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
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
  // What antd is just moving takes no pointer; here nothing moves.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const result = render(screen, {
    wrapper: ({ children }) => (
      <WithoutStyles>
        <ThemeProvider mode="dark">
          <MemoryRouter initialEntries={[path]}>
            <QueryClientProvider client={queryClient}>
              <ToastProvider>{children}</ToastProvider>
            </QueryClientProvider>
          </MemoryRouter>
        </ThemeProvider>
      </WithoutStyles>
    ),
  });
  return { ...result, queryClient, user };
}
