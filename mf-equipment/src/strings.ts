import { LOCALE } from '@mainstay/web-kit';
import { categoryNames } from '@mainstay/web-kit/category-names';

/** Every text of this remote. */
export const strings = {
  title: 'Equipment',
  subtitle: 'What stands in your stores, and the stickers to report a problem with it',
  search: 'Search equipment...',
  found: (count: number, isAtLeast: boolean) =>
    count === 1 ? '1 piece' : `${count.toLocaleString(LOCALE)}${isAtLeast ? '+' : ''} pieces`,
  filter: { store: 'Store', category: 'Category', status: 'Status' },
  all: { store: 'All stores', category: 'All categories', status: 'Any status' },
  category: categoryNames,
  status: { in_service: 'In service', out_of_service: 'Out of service', retired: 'Retired' },
  storeNumber: (storeNumber: string) => `Store #${storeNumber}`,
  storeOption: (name: string, storeNumber: string) => `${name} (#${storeNumber})`,
  none: 'No equipment found',
  noneMatching: 'Try another search or filter',
  noneYet: 'Get started by adding the first fryer, cooler or register',
  loadFailed: 'The equipment could not be loaded.',
  loading: 'Loading...',
  dialogFailed: 'The dialog could not be loaded.',
  storePlaceholder: 'Select a store',
  noStores: 'No stores',
  storesFailed: 'The stores could not be loaded.',
  columns: { tickets: 'Open tickets', sticker: 'Sticker' },
  add: 'Add Equipment',
  edit: 'Edit',
  delete: 'Delete',
  cancel: 'Cancel',
  created: 'Equipment added successfully',
  createFailed: 'Failed to add equipment',
  updated: 'Equipment updated successfully',
  updateFailed: 'Failed to update equipment',
  deleted: 'Equipment deleted successfully',
  deleteFailed: 'Failed to delete equipment',
  openTickets: (count: number) =>
    count === 0
      ? 'No open tickets'
      : count === 1
        ? '1 open ticket'
        : `${count.toLocaleString(LOCALE)} open tickets`,
  sticker: {
    none: 'No sticker',
    off: 'Sticker turned off',
    resting: (until: string) => `Resting until ${until}`,
    made: (when: string, used: string) => `Sticker made ${when}, ${used}`,
    used: (when: string) => `last used ${when}`,
    unused: 'not used yet',
    print: 'Print a sticker',
    printNew: 'Print a new sticker',
    turnOff: 'Turn the sticker off',
    turnOn: 'Turn the sticker on',
    turnedOff: 'The sticker is turned off',
    turnedOn: 'The sticker is turned on',
    turnFailed: 'Failed to change the sticker',
  },
  underWarranty: 'Under warranty',
  print: {
    open: 'Print stickers',
    openFor: (store: string) => `Print stickers of ${store}`,
    loadFailed: 'The stickers could not be opened',
  },
} as const;
