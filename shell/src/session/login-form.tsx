import { loginRequest as limits } from '@mainstay/svc-auth/limits';
import { isApiError } from '@mainstay/web-kit';
import { type SubmitEvent, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { useFailureToast, useLogin } from './session.queries.ts';
import styles from './sign-in-form.module.css';
import { TextField } from './text-field.tsx';
import { strings } from '../strings.ts';

/** E-mail and password, both required (specification, section 5). */
export function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isResetOpen, setResetOpen] = useState(false);
  const login = useLogin();
  const failureToast = useFailureToast(strings.signIn.failed);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (login.isPending) return;
    login.mutate({ email, password }, failureToast);
  };

  return (
    <>
      <form className={styles['form']} onSubmit={submit} aria-label={strings.signIn.open}>
        <TextField
          label={strings.signIn.email}
          type="email"
          maxLength={limits.email.maxLength}
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={strings.signIn.password}
          type="password"
          maxLength={limits.password.maxLength}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <a
          className={styles['aside']}
          href="#reset-password"
          onClick={(event) => {
            event.preventDefault();
            setResetOpen(true);
          }}
        >
          {strings.signIn.resetPassword}
        </a>
        {isApiError(login.error) && login.error.detail ? (
          <p className={styles['note']} data-problem>
            {login.error.detail}
          </p>
        ) : null}
        <ActionButton type="submit" pending={login.isPending}>
          {strings.signIn.login}
        </ActionButton>
      </form>
      {isResetOpen ? <ResetPasswordDialog onClose={() => setResetOpen(false)} /> : null}
    </>
  );
}
