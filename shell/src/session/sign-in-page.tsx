import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { strings } from '../strings.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { setupQuery } from './session.queries.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-page.module.css';
import { SignInStart } from './sign-in-start.tsx';
import { isSignOutDue, onSignOutDue } from './sign-out.ts';

const loadCompany = () => import(/* webpackChunkName: "company" */ './company-sign-in.tsx');

/**
 * The sign-in screen (specification, section 2).
 * @param onEngage called when the visitor opens one of the forms
 */
export function SignInPage({ onEngage }: { onEngage: () => void }) {
  const [view, setView] = useState<'start' | 'login' | 'register'>('start');
  const isDue = useSyncExternalStore(onSignOutDue, isSignOutDue);
  const { data: setup } = useQuery(setupQuery);
  const [Company, setCompany] = useState<ComponentType<{ label: string }>>();
  const company = setup?.company;
  useEffect(() => {
    // Without this file passwords sign in.
    if (company)
      loadCompany().then(
        ({ CompanySignIn }) => setCompany(() => CompanySignIn),
        () => undefined,
      );
  }, [company]);
  const registering = setup?.needed ? strings.register.first : strings.register.another;

  return (
    <SignInFrame>
      <title>{strings.pageTitle(strings.signIn.pageTitle)}</title>
      {navigator.cookieEnabled ? null : (
        <p className={styles['lead']} role="alert">
          {strings.signIn.cookies}
        </p>
      )}
      {isDue ? (
        <p className={styles['lead']} role="alert">
          {strings.signIn.signOutDue}
        </p>
      ) : null}
      {view === 'start' ? (
        <SignInStart
          setup={setup}
          company={company && Company && !isDue && <Company {...company} />}
          onPick={(form) => {
            onEngage();
            setView(form);
          }}
        />
      ) : null}
      {view === 'login' ? <LoginForm /> : null}
      {view === 'register' ? <RegisterForm title={registering} onCancel={() => setView('start')} /> : null}
    </SignInFrame>
  );
}
