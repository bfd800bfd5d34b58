/** Kinds of equipment, and the trades of those who repair it. */
export const categories = [
  'refrigeration',
  'cooking',
  'beverage',
  'hvac',
  'plumbing',
  'electrical',
  'pos',
  'building',
  'other',
] as const;

/** As screens name them (`@mainstay/web-kit/category-names`). */
export const categoryNames: Record<(typeof categories)[number], string> = {
  refrigeration: 'Refrigeration',
  cooking: 'Cooking',
  beverage: 'Beverage',
  hvac: 'Heating and cooling',
  plumbing: 'Plumbing',
  electrical: 'Electrical',
  pos: 'Point of sale',
  building: 'Building',
  other: 'Other',
};
