/** The names of the fields of a piece of equipment. */
export const fieldStrings = {
  name: 'Name',
  locationId: 'Store',
  category: 'Category',
  status: 'Status',
  manufacturer: 'Manufacturer',
  model: 'Model',
  serial: 'Serial',
  externalId: 'External ID',
  installedOn: 'Installed on',
  vendorId: 'Vendor',
  replacementCost: 'Replacement cost',
  notes: 'Notes',
  warrantyUntil: 'Warranty until',
  warrantyNote: 'Warranty note',
} as const;
