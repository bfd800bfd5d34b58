/** The entry of tables: loaded after the other parts of screens, which are not in its file again. */
export const loadTable = () => import(/* webpackChunkName: "table" */ '@mainstay/ui/table');
