import { pressed } from '@mainstay/ui/pressed';

/**
 * Entries that are loaded after the first screen. Forms and the parts that open when something is pressed are one file,
 * which `core` imports too.
 */
export const loadForms = async () => {
  const [forms] = await Promise.all([
    import(/* webpackChunkName: "late-pressed" */ '@mainstay/ui/forms'),
    pressed.load(),
  ]);
  return forms;
};
export const loadKitForms = () => import(/* webpackChunkName: "late-pressed" */ '@mainstay/web-kit/forms');
export const loadContent = () => import(/* webpackChunkName: "late-pressed" */ '@mainstay/ui/content');
export const loadTimeline = () => import(/* webpackChunkName: "late-pressed" */ '@mainstay/ui/timeline');
/** Tables have parts of forms, so that their file has only what is beyond those. */
export const loadTable = async () =>
  (await import(/* webpackChunkName: "late-pressed" */ './load-table.ts')).loadTable();
