/** The colours of one theme by role. tokens.css has the same values as `--ms-<role>`. */
export interface Palette {
  /** The page background. */
  canvas: string;
  /** Cards, header, sidebar. */
  surface: string;
  /** Floating layers: dialogs, menus, toasts. */
  raised: string;
  /** Recessed areas: board columns, placeholders, hovered rows. */
  sunken: string;
  /** Decorative lines. */
  line: string;
  /** Borders that identify a control (contrast 3:1). */
  edge: string;
  text: string;
  textSoft: string;
  /** Placeholders and hints (contrast 4.5:1). */
  textFaint: string;
  brand: string;
  brandStrong: string;
  onBrand: string;
  brandSoft: string;
  onBrandSoft: string;
  danger: string;
  onDanger: string;
  dangerSoft: string;
  onDangerSoft: string;
  success: string;
  successSoft: string;
  onSuccessSoft: string;
  warning: string;
  warningSoft: string;
  onWarningSoft: string;
  /** Yellow for graphics, not for text (contrast 3:1). */
  attention: string;
}

export type Mode = 'light' | 'dark';

export const palettes: Record<Mode, Palette> = {
  light: {
    canvas: '#f6f3ed',
    surface: '#fffefb',
    raised: '#fffefb',
    sunken: '#eee9df',
    line: '#e2dbce',
    edge: '#8d8373',
    text: '#231e18',
    textSoft: '#5c5449',
    textFaint: '#6b6256',
    brand: '#0d6468',
    brandStrong: '#094d51',
    onBrand: '#ffffff',
    brandSoft: '#dcefec',
    onBrandSoft: '#094d51',
    danger: '#b3261e',
    onDanger: '#ffffff',
    dangerSoft: '#fbe8e4',
    onDangerSoft: '#8f1b14',
    success: '#1f7a42',
    successSoft: '#dff1e3',
    onSuccessSoft: '#17592f',
    warning: '#9a6400',
    warningSoft: '#fbeecb',
    onWarningSoft: '#6f4700',
    attention: '#bd7f00',
  },
  dark: {
    canvas: '#151311',
    surface: '#1e1b18',
    raised: '#28241f',
    sunken: '#100e0d',
    line: '#38322b',
    edge: '#857b6d',
    text: '#f4efe7',
    textSoft: '#bfb5a7',
    textFaint: '#a39989',
    brand: '#62c6bf',
    brandStrong: '#86d9d2',
    onBrand: '#06211f',
    brandSoft: '#173533',
    onBrandSoft: '#9be0d9',
    danger: '#ff9683',
    onDanger: '#330b04',
    dangerSoft: '#43201a',
    onDangerSoft: '#ffb9aa',
    success: '#7fd09a',
    successSoft: '#18331f',
    onSuccessSoft: '#9adcae',
    warning: '#f0c063',
    warningSoft: '#3b2d10',
    onWarningSoft: '#f2cd80',
    attention: '#f0c063',
  },
};

/** The system font: nothing to load and no layout shift. */
export const fontStack =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
