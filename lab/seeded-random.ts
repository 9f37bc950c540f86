/** A seeded random generator: the same seed gives the same sequence. */
export type Chance = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  share(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  oneOf<Item>(items: readonly Item[]): Item
  /** `count` different items. */
  some<Item>(items: readonly Item[], count: number): Item[]
  /** An independent generator for one client, unaffected by what other clients draw. */
  fork(name: string | number): Chance
}

/** Creates a generator from a seed (mulberry32: 32 bits of state, sufficient for test plans). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))
  const oneOf = <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item
  const some = <Item>(items: readonly Item[], count: number) => {
    const remaining = [...items]
    const take = () => remaining.splice(between(0, remaining.length - 1), 1)[0] as Item
    return Array.from({ length: Math.min(count, items.length) }, take)
  }
  return { share, between, oneOf, some, fork: (name) => chanceOf(hashOf(`${seed} ${name}`)) }
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}
