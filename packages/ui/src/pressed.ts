import { late } from './parts/late.tsx';

/** What `core` shows once something is pressed. The page loads it when it has nothing else to do. */
export const pressed = late(() => import(/* webpackChunkName: "late-pressed" */ './parts/pressed-parts.ts'));
