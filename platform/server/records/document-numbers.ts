/**
 * As SQL, a number of somebody else's document as it is compared: letters and digits in lower case,
 * numbers without leading zeros. `INV 123`, `inv–0123` and `INV-123` are the same.
 */
export function comparableNumber(sql: string): string {
  const bare = `regexp_replace(lower(${sql}), '(^|[^0-9])0+([0-9])', '\\1\\2', 'g')`
  return `regexp_replace(${bare}, '[^a-z0-9]', '', 'g')`
}

/** As SQL, whether two numbers are the same as they are compared; one of signs alone is none. */
export function isSameNumber(a: string, b: string): string {
  return `(${comparableNumber(a)} = ${comparableNumber(b)} and ${comparableNumber(b)} <> '')`
}
