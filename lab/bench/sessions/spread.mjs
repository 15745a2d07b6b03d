export function quantile(values, share) {
  const sorted = values.toSorted((some, other) => some - other);
  return sorted[Math.round((sorted.length - 1) * share)];
}

export const median = (values) => quantile(values, 0.5);

/** The median, with the lower and upper quartile. */
export function describeSpread(values) {
  const at = (share) => quantile(values, share).toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}
