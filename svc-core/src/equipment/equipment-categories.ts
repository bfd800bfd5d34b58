/** Kinds of equipment, and the trades of those who repair it. */
export const equipmentCategories = [
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
