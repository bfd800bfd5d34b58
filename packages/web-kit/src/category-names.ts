/** Kinds of equipment, and the trades of vendors, in the words of all screens. */
export const categoryNames = {
  refrigeration: 'Refrigeration',
  cooking: 'Cooking',
  beverage: 'Beverage',
  hvac: 'Heating and cooling',
  plumbing: 'Plumbing',
  electrical: 'Electrical',
  pos: 'Point of sale',
  building: 'Building',
  other: 'Other',
} as const;
