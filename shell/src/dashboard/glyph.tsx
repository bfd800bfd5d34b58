import { Avatar } from '@mainstay/ui/base';
import { type ReactNode } from 'react';
import styles from './dashboard.module.css';

export const Glyph = ({ icon }: { icon: ReactNode }) => (
  <Avatar className={styles['glyph'] ?? ''} shape="square" size={36} icon={icon} aria-hidden="true" />
);
