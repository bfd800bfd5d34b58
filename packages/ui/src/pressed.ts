import { latePart } from './parts/late-part.ts';

/** What `core` shows once something is pressed. The page loads it when it has nothing else to do. */
export const pressed = latePart(
  () => import(/* webpackChunkName: "late-pressed" */ './parts/pressed-parts.ts'),
);
