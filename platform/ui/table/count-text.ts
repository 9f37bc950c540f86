/** A formatted count: `1,240`, or `10,000+` if the exact count is unknown. */
export function countText(count: number, isAtLeast = false): string {
  return `${count.toLocaleString('en-US')}${isAtLeast ? '+' : ''}`
}
