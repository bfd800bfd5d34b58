import { Button, ThemeProvider } from '@mainstay/ui/base';
import { Form, Input } from '@mainstay/ui/forms';
import { BrowserRouter, useLocation, useNavigate } from '@mainstay/ui/router';
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
    /** Set by webpack's dev server: runs `then` when the module at `path` has been replaced. */
    webpackHot?: { accept: (path: string, then: () => void) => void };
  }
}

interface Host<User, Change> {
  user: User;
  settings: { brandName: string };
  toast: ShowToast;
  live: { subscribe: (entity: string, callback: (change: Change) => void) => () => void };
  navigate: (path: string) => void;
  timeZone: string;
}

/** A remote's screens by path. */
type Screens<User, Change> = Readonly<Record<string, ComponentType<{ host: Host<User, Change> }>>>;

/** No changes arrive here. */
const live = { subscribe: () => () => undefined };
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/**
 * A minimal host for developing one remote: it provides what the shell would, with sign-in at the running system. Shows
 * the screen at the current path, else the first one.
 * @returns a function that renders screens into the element with this id
 */
export function standalone(id: string): <User, Change>(screens: Screens<User, Change>) => void {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element with the id ${id}`);
  const root = createRoot(element);
  const queries = createQueryClient();
  document.documentElement.dataset['theme'] = 'dark';
  return (screens) =>
    root.render(
      <QueryClientProvider client={queries}>
        <ThemeProvider>
          <ToastProvider>
            <BrowserRouter>
              <main style={{ padding: 24 }}>
                <Place screens={screens} />
              </main>
            </BrowserRouter>
          </ToastProvider>
        </ThemeProvider>
      </QueryClientProvider>,
    );
}

function Place<User, Change>({ screens }: { screens: Screens<User, Change> }) {
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const user = useQuery<User>({ queryKey: ['/api/user'] });
  const settings = useQuery<{ brandName: string }>({ queryKey: ['/config.json'] });
  const host = useMemo(
    () =>
      user.data && settings.data
        ? {
            user: user.data,
            settings: settings.data,
            toast,
            live,
            timeZone,
            navigate: (path: string) => void navigate(path),
          }
        : null,
    [user.data, settings.data, toast, navigate],
  );
  if (user.isError) return <SignIn />;
  const Screen = screens[pathname] ?? Object.values(screens)[0];
  return host && Screen ? <Screen host={host} /> : null;
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
