import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import mark from '../app/mark.svg';
import { ActionButton } from './action-button.tsx';
import { LayersArt } from './layers-art.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { setupQuery } from './session.queries.ts';
import styles from './sign-in-page.module.css';

type View = 'start' | 'login' | 'register';

const firstAdministrator = 'Create the first administrator';

/**
 * What every visitor sees while signed out (specification, section 2).
 * @param onEngage called when the visitor turns to one of its forms.
 */
export function SignInPage({ onEngage }: { onEngage: () => void }) {
  const [view, setView] = useState<View>('start');
  const turnTo = (form: View) => {
    onEngage();
    setView(form);
  };
  const { data: setup } = useQuery(setupQuery);
  const registering = setup?.needed ? firstAdministrator : 'Create an account';

  return (
    <div className={styles['page']}>
      <title>Sign in · Mainstay</title>
      <div className={styles['hero']} aria-hidden="true">
        <p className={styles['promise']}>
          Every store,
          <br />
          in good repair.
        </p>
        <LayersArt />
      </div>
      <main className={styles['panel']}>
        <div className={styles['content']}>
          <img className={styles['mark']} src={mark} alt="" width="56" height="56" />
          <h1 className={styles['name']}>Mainstay</h1>
          {view === 'start' ? (
            <>
              <p className={styles['lead']}>
                {setup?.needed
                  ? 'Nobody has an account here yet. Start with the person who will run it.'
                  : 'Tickets, recurring work and the stores they belong to, in one place.'}
              </p>
              <div className={styles['actions']}>
                {setup?.needed ? (
                  <ActionButton onClick={() => turnTo('register')}>{firstAdministrator}</ActionButton>
                ) : null}
                <ActionButton quiet={setup?.needed} onClick={() => turnTo('login')}>
                  Sign in
                </ActionButton>
                {setup?.selfRegistration && !setup.needed ? (
                  <ActionButton quiet onClick={() => turnTo('register')}>
                    Create an account
                  </ActionButton>
                ) : null}
              </div>
            </>
          ) : null}
          {view === 'login' ? <LoginForm /> : null}
          {view === 'register' ? (
            <RegisterForm title={registering} onCancel={() => setView('start')} />
          ) : null}
        </div>
      </main>
    </div>
  );
}
