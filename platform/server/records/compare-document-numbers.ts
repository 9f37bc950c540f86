/**
 * SQL that normalizes an external document number for comparison: lower-case letters and digits
 * only, without leading zeros. `INV 123`, `inv–0123` and `INV-123` are equal.
 */
export function comparableNumber(sql: string): string {
  const withoutZeros = `regexp_replace(lower(${sql}), '(^|[^0-9])0+([0-9])', '\\1\\2', 'g')`
  return `regexp_replace(${withoutZeros}, '[^a-z0-9]', '', 'g')`
}

/**
 * SQL that compares two normalized document numbers; numbers without letters or digits never match.
 */
export function isSameNumber(a: string, b: string): string {
  return `(${comparableNumber(a)} = ${comparableNumber(b)} and ${comparableNumber(b)} <> '')`
}
