import { registerRequest as limits } from '@mainstay/svc-auth/limits';
import { isApiError } from '@mainstay/web-kit';
import { type SubmitEvent, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { useFailureToast, useRegister } from './session.queries.ts';
import styles from './sign-in-form.module.css';
import { TextField } from './text-field.tsx';
import { strings } from '../strings.ts';

const empty = { firstName: '', lastName: '', email: '', password: '' };

/**
 * Creates the first administrator, or an account where self-registration is on. The server decides the role:
 * administrator for the first user, district manager for all others.
 */
export function RegisterForm({ title, onCancel }: { title: string; onCancel: () => void }) {
  const [values, setValues] = useState(empty);
  const register = useRegister();
  const failureToast = useFailureToast(strings.register.failed);
  const problems = isApiError(register.error) ? register.error.errors : undefined;

  const field = (name: keyof typeof empty) => ({
    required: true,
    maxLength: limits[name].maxLength,
    value: values[name],
    problem: problems?.[name]?.[0],
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (register.isPending) return;
    register.mutate({ ...values, role: 'district_manager' }, failureToast);
  };

  return (
    <form className={styles['form']} onSubmit={submit} aria-labelledby="register-title">
      <h2 id="register-title" className={styles['title']}>
        {title}
      </h2>
      <div className={styles['pair']}>
        <TextField
          label={strings.register.firstName}
          autoComplete="given-name"
          autoFocus
          {...field('firstName')}
        />
        <TextField label={strings.register.lastName} autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label={strings.signIn.email} type="email" autoComplete="username" {...field('email')} />
      <TextField
        label={strings.signIn.password}
        type="password"
        autoComplete="new-password"
        minLength={limits.password.minLength}
        hint={strings.register.passwordHint(limits.password.minLength)}
        {...field('password')}
      />
      <ActionButton type="submit" pending={register.isPending}>
        {strings.register.submit}
      </ActionButton>
      <ActionButton quiet onClick={onCancel}>
        {strings.register.back}
      </ActionButton>
    </form>
  );
}
