import { Badge, type BadgeVariant, Surface } from '@mainstay/ui/base';
import { type HTMLAttributes, type ReactNode } from 'react';
import styles from './list-card.module.css';

/** A grid of {@link ListCard}s: a list, or while it is loaded a `div` of placeholders. */
export function CardGrid({
  as: Element = 'ul',
  ...grid
}: HTMLAttributes<HTMLElement> & { as?: 'ul' | 'div' }) {
  return <Element className={styles['grid']} {...grid} />;
}

/** One thing in a {@link CardGrid}: its name, its state and a few lines, with the buttons below. */
export function ListCard({
  nameId,
  name,
  heading: Heading,
  subtitle,
  state: { variant, text },
  actions,
  children,
}: {
  /** For what describes its buttons. */
  nameId: string;
  name: string;
  heading: 'h2' | 'h3';
  subtitle: string;
  state: { variant: BadgeVariant; text: string };
  actions?: ReactNode;
  /** {@link CardLine}s. */
  children: ReactNode;
}) {
  return (
    <Surface as="li" className={styles['card']}>
      <div className={styles['head']}>
        <div>
          <Heading className={styles['name']} id={nameId}>
            {name}
          </Heading>
          <p className={styles['subtitle']}>{subtitle}</p>
        </div>
        <Badge variant={variant}>{text}</Badge>
      </div>
      <div className={styles['lines']}>{children}</div>
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </Surface>
  );
}

/** A line with an icon. @param tone `alert` for what needs somebody, `missing` for what is not there */
export function CardLine({
  icon,
  tone,
  children,
}: {
  icon: ReactNode;
  tone?: 'alert' | 'missing' | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles['line']} data-tone={tone}>
      {icon}
      {children}
    </div>
  );
}
