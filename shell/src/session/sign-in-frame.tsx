import { type ReactNode } from 'react';
import mark from '../parts/mark.svg';
import { strings } from '../strings.ts';
import { LayersArt } from './layers-art.tsx';
import styles from './sign-in-page.module.css';

/** The layout of the sign-in screen. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <div className={styles['hero']} aria-hidden="true">
        <p className={styles['promise']}>
          {strings.signIn.promise[0]}
          <br />
          {strings.signIn.promise[1]}
        </p>
        <LayersArt />
      </div>
      <main className={styles['panel']}>
        <div className={styles['content']}>
          <img className={styles['mark']} src={mark} alt="" width="56" height="56" loading="lazy" />
          <h1 className={styles['name']}>{strings.product}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
