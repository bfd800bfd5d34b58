/** Entries that are loaded after the other parts of screens, so that their files contain only what is not in the file of those. */
export const loadTable = () => import(/* webpackChunkName: "late-table" */ '@mainstay/ui/table');
export const loadTimeline = () => import(/* webpackChunkName: "late-timeline" */ '@mainstay/ui/timeline');
