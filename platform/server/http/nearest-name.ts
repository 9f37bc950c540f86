/**
 * Suggests the known name that a mistyped one most likely means: the same letters in another case
 * or with other separators, else a few letters off, else the same last word (`unitPrice` and
 * `manualPrice`). Returns undefined if none is close.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined
  const typed = lettersOf(name)
  const maxDistance = Math.max(1, Math.floor(typed.length / 3))
  const [nearest] = known
    .map((each) => ({ each, distance: distanceOf(typed, lettersOf(each)) }))
    .filter(({ distance, each }) => distance <= maxDistance && distance < each.length)
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.each ?? known.find((each) => lastWord(each) === lastWord(name))
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The last word of a camel-case name, in lower case; the whole name if that word is too short. */
function lastWord(name: string): string {
  const word = /[A-Z]?[a-z]+$/.exec(name)?.[0] ?? ''
  return word.length >= 4 && word.length < name.length ? word.toLowerCase() : name
}

/** The number of letters to insert, delete, replace or swap (optimal string alignment distance). */
export function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
