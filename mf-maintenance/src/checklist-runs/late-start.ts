import { late } from '@mainstay/ui/base';

/** The dialogs that start a checklist. Their code is loaded when one is first opened. */
export const lateStart = late(() => import(/* webpackChunkName: "start-checklist" */ './start-dialog.tsx'));
