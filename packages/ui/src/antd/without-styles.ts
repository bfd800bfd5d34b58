/**
 * Takes the place of `@ant-design/cssinjs` and `@ant-design/cssinjs-utils` in the builds: antd's styles are in style
 * sheets (static-styles.ts), so nothing writes or computes them in a browser.
 */
import { createContext } from 'react';

export const StyleContext = createContext({});
export const createTheme = () => ({});
export const genStyleUtils = () => ({});
export const unit = (size: number | string) => (typeof size === 'number' ? `${size}px` : size);
/** Constructed with an animation, which nobody reads. */
export const Keyframes = Object;
// Named by modules whose code for styles is left out.
export const genCalc = undefined;
export const mergeToken = undefined;
export const statistic = undefined;
export const statisticToken = undefined;
export const useStyleRegister = undefined;
