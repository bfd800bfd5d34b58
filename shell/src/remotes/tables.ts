/** What has tables: loaded after the other parts of screens, which are not in its file again. */
export const loadTable = () => import(/* webpackChunkName: "table" */ '@mainstay/ui/table');
export const loadOverview = () => import(/* webpackChunkName: "table" */ './overview-page.tsx');
