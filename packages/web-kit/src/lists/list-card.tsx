import { Badge, type BadgeVariant, SkeletonCard, Surface } from '@mainstay/ui/base';
import { type HTMLAttributes, type ReactNode } from 'react';
import styles from './list-card.module.css';

/** A list of {@link ListCard}s in a grid. */
export function CardGrid(grid: HTMLAttributes<HTMLUListElement>) {
  return <ul className={styles['grid']} {...grid} />;
}

const loadingCards = [1, 2, 3, 4, 5, 6];

/** Stands in for a {@link CardGrid} while it is loaded. @param badges in each card */
export function LoadingCards({ badges }: { badges: number }) {
  return (
    <div className={styles['grid']}>
      {loadingCards.map((card) => (
        <SkeletonCard key={card} lines={3} badges={badges} />
      ))}
    </div>
  );
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
