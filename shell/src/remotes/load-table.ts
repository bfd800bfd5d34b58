export const loadTable = () => import(/* webpackChunkName: "late-table" */ '@mainstay/ui/table');
