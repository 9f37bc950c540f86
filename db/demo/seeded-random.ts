/** A deterministic pseudo-random stream, the same at every load. */
export type Chance = {
  /** A number in [0, 1). */
  share(): number
  /** An integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  /** True with this probability in percent. */
  percent(share: number): boolean
  shuffled<T>(items: readonly T[]): T[]
}

/** Mulberry32 (32 bits, public domain), seeded by a name, so that the parts are independent. */
export function chanceOf(name: string): Chance {
  let state = seedOf(name)
  const share = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))
  const pick = <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T
  const shuffled = <T>(items: readonly T[]) => {
    const remaining = [...items]
    return items.map(() => remaining.splice(between(0, remaining.length - 1), 1)[0] as T)
  }
  return { share, between, pick, percent: (of) => share() * 100 < of, shuffled }
}

/** FNV-1a of the name. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}

/** An endless shuffled deck that contains each value as often as its share says. */
export function deckOf<T>(chance: Chance, shares: readonly (readonly [T, number])[]): () => T {
  const cards = shares.flatMap(([value, count]) => Array.from({ length: count }, () => value))
  let deck: T[] = []
  return () => {
    if (deck.length === 0) deck = chance.shuffled(cards)
    return deck.pop() as T
  }
}
