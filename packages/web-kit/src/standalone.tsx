import { Button, ThemeProvider } from '@mainstay/ui/base';
import { Form, Input } from '@mainstay/ui/forms';
import { BrowserRouter } from '@mainstay/ui/router';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { readApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { strings } from './strings.ts';
import { type ShowToast, useToast } from './toast-context.ts';
import { ToastProvider } from './toast-provider.tsx';

declare global {
  interface ImportMeta {
    /** Webpack's, while the dev server serves: calls back when a new `path` is there in place of the old one. */
    webpackHot?: { accept: (path: string, then: () => void) => void };
  }
}

interface Host<User> {
  user: User;
  settings: { brandName: string };
  toast: ShowToast;
}

type Screen<User> = ComponentType<{ host: Host<User> }>;

/**
 * A small frame for one remote's screen, for those who work on it: what the shell would give, and no more. Whoever is not
 * signed in does so here, at the running system.
 * @returns a function that shows a screen in the element of that id, in place of the one before.
 */
export function standalone(id: string): <User>(screen: Screen<User>) => void {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element with the id ${id}`);
  const root = createRoot(element);
  const queries = createQueryClient();
  document.documentElement.dataset['theme'] = 'dark';
  return (screen) =>
    root.render(
      <QueryClientProvider client={queries}>
        <ThemeProvider mode="dark">
          <ToastProvider>
            <BrowserRouter>
              <main style={{ padding: 24 }}>
                <Place screen={screen} />
              </main>
            </BrowserRouter>
          </ToastProvider>
        </ThemeProvider>
      </QueryClientProvider>,
    );
}

function Place<User>({ screen: Screen }: { screen: Screen<User> }) {
  const toast = useToast();
  const user = useQuery<User>({ queryKey: ['/api/user'] });
  const settings = useQuery<{ brandName: string }>({ queryKey: ['/config.json'] });
  const host = useMemo(
    () => (user.data && settings.data ? { user: user.data, settings: settings.data, toast } : null),
    [user.data, settings.data, toast],
  );
  if (user.isError) return <SignIn />;
  return host ? <Screen host={host} /> : null;
}

function SignIn() {
  const queries = useQueryClient();
  const [failure, setFailure] = useState('');
  const signIn = async (fields: { email: string; password: string }) => {
    const response = await fetch('/api/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    if (response.ok) await queries.resetQueries();
    else setFailure((await readApiError(response)).message);
  };
  return (
    <Form
      layout="vertical"
      onFinish={(fields: { email: string; password: string }) => void signIn(fields)}
      style={{ maxWidth: 320 }}
    >
      <Form.Item name="email" label={strings.standalone.email}>
        <Input type="email" autoComplete="username" />
      </Form.Item>
      <Form.Item name="password" label={strings.standalone.password}>
        <Input type="password" autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {strings.standalone.login}
      </Button>
      <p role="alert">{failure}</p>
    </Form>
  );
}
