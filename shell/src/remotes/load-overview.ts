/** In the file of the tables, because it has one. */
export const loadOverview = () => import(/* webpackChunkName: "late-table" */ './overview-page.tsx');
