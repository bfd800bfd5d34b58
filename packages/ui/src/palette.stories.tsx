import { ThemeProvider } from './parts/theme-provider.tsx';
import { type Palette, palettes } from './palette.ts';
import styles from './grid.stories.module.css';
import { type Meta, type Story } from './stories.ts';

export default { title: 'UI/Colours and shapes', component: ThemeProvider } satisfies Meta;

/** `on-brand-soft` of `onBrandSoft`. */
const property = (role: string) => role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const pairs: [keyof Palette, keyof Palette][] = [
  ['onBrand', 'brand'],
  ['onBrandSoft', 'brandSoft'],
  ['onDanger', 'danger'],
  ['onDangerSoft', 'dangerSoft'],
  ['onSuccessSoft', 'successSoft'],
  ['onWarningSoft', 'warningSoft'],
  ['text', 'canvas'],
  ['textSoft', 'surface'],
  ['textFaint', 'sunken'],
];

export const Roles: Story = {
  render: () => (
    <ul className={styles['grid']}>
      {Object.keys(palettes.light).map((role) => (
        <li key={role} className={styles['cell']}>
          <span className={styles['colour']} style={{ background: `var(--ms-${property(role)})` }} />
          {role}
        </li>
      ))}
    </ul>
  ),
};

export const TextOnGrounds: Story = {
  render: () => (
    <ul className={styles['grid']}>
      {pairs.map(([text, ground]) => (
        <li
          key={text}
          className={styles['text']}
          style={{ color: `var(--ms-${property(text)})`, background: `var(--ms-${property(ground)})` }}
        >
          {text} on {ground}
        </li>
      ))}
    </ul>
  ),
};

export const CornersAndShadows: Story = {
  render: () => (
    <ul className={styles['grid']}>
      {['radius-s', 'radius', 'radius-l', 'radius-full'].map((radius) => (
        <li key={radius} className={styles['shape']} style={{ borderRadius: `var(--ms-${radius})` }}>
          {radius}
        </li>
      ))}
      {['shadow', 'shadow-raised'].map((shadow) => (
        <li key={shadow} className={styles['shape']} style={{ boxShadow: `var(--ms-${shadow})` }}>
          {shadow}
        </li>
      ))}
    </ul>
  ),
};
