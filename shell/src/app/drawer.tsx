import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './drawer.module.css';
import { Modal } from './modal.tsx';

/** The sidebar on small screens: a {@link Modal} at the left edge, 18rem wide. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal id="sidebar" className={styles['drawer']} aria-label={strings.frame.navigation} onClose={onClose}>
      {children}
    </Modal>
  );
}
