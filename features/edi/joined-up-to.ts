/** Room for the text that counts what is left out. */
const roomForRest = 50

/**
 * Joins texts up to a length. What does not fit is counted at the end, so that nobody takes the
 * beginning for the whole; `place` says where to find it.
 */
export function joinedUpTo(
  texts: readonly string[],
  { separator, longest, place }: { separator: string; longest: number; place: string },
): string {
  const whole = texts.join(separator)
  if (whole.length <= longest) return whole
  const room = longest - roomForRest
  let length = 0
  let count = 0
  for (const text of texts) {
    length += text.length + separator.length
    if (length > room) break
    count += 1
  }
  const shown = count > 0 ? texts.slice(0, count) : [`${(texts[0] ?? '').slice(0, room - 3)}…`]
  const left = texts.length - shown.length
  if (left === 0) return shown.join(separator)
  return [...shown, `And ${left.toLocaleString('en-US')} more in ${place}`].join(separator)
}
