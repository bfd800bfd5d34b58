/** The value of the list that was given; undefined for any other. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  given: string | null,
): Value | undefined => values.find((value) => value === given);
