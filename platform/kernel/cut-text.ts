/**
 * The first characters of a text, at most `max` UTF-16 units. A character of two units is never cut
 * in half: half of one cannot be stored.
 */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max)
  return text.length > max && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
