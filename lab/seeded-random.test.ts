import { expect, test } from 'vitest'
import { chanceOf } from './seeded-random.ts'

const plan = (seed: number) => {
  const chance = chanceOf(seed)
  return [chance.between(1, 1000), chance.some([1, 2, 3, 4, 5], 3), chance.fork('a').share()]
}

test('the same seed gives the same sequence, another seed a different one', () => {
  expect(plan(7)).toEqual(plan(7))
  expect(plan(7)).not.toEqual(plan(8))
})

test("a client's sequence is independent of other clients", () => {
  const busy = chanceOf(7)
  busy.share()
  expect(busy.fork('a').share()).toBe(chanceOf(7).fork('a').share())
})

test('numbers stay within their bounds and reach both bounds', () => {
  const chance = chanceOf(1)
  const thrown = new Set(Array.from({ length: 1000 }, () => chance.between(1, 6)))
  expect(thrown).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test('picking some items returns distinct ones', () => {
  const chance = chanceOf(3)
  for (let i = 0; i < 100; i++) expect(new Set(chance.some([1, 2, 3, 4], 3)).size).toBe(3)
})
