/** A count as people read it: `1,240`, or `10,000+` where nobody counted to the end. */
export function countText(count: number, isAtLeast = false): string {
  return `${count.toLocaleString('en-US')}${isAtLeast ? '+' : ''}`
}
