import { ThemeProvider } from '@mainstay/ui/base';
import { pressed } from '@mainstay/ui/pressed';
import { MemoryRouter } from '@mainstay/ui/router';
import { WithoutStyles } from '@mainstay/ui/testing';
import { beforeAll } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { type ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';
import { ToastProvider } from '../toast-provider.tsx';

// As in a page that has been idle.
beforeAll(() => pressed.load());

/**
 * Renders a screen with what the shell provides: theme, router at `path`, QueryClient and toasts. Returns React Testing
 * Library's result, the query client and a user.
 */
export function renderWithProviders(
  screen: ReactNode,
  {
    path = '/',
    queryClient = createQueryClient(),
  }: { path?: string; queryClient?: ReturnType<typeof createQueryClient> } = {},
) {
  // antd disables pointer events during animations, which do not run here.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const result = render(screen, {
    wrapper: ({ children }) => (
      <WithoutStyles>
        <ThemeProvider>
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
