import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import { type Cents, decimal, maxCents, percentageOf } from '#platform/kernel/money.ts'
import { rows } from './db.ts'

const most: number = maxCents
const rounded = {
  name: '',
  text: `select round(a * r, 2) as product
         from unnest($1::numeric[], $2::numeric[]) with ordinality as t (a, r, place)
         order by place`,
}

test('rounds percentages like the database, on 100,000 amounts and rates', async () => {
  const { db } = await testDatabase()
  const amounts = fc.oneof(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: -most, max: most }),
  )
  const rates = fc.oneof(
    fc.integer({ min: 0, max: 2000 }).map((n) => n * 500),
    fc.nat(1_000_000),
  )
  const samples = fc.sample(fc.tuple(amounts, rates), { numRuns: 100_000, seed: 20_260_302 })
  const pairs = samples.map(([amount, millionths]) => ({
    amount: amount as Cents,
    rate: `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`,
  }))
  const found = await rows<{ product: string }>(db, rounded, [
    pairs.map(({ amount }) => decimal(amount)),
    pairs.map(({ rate }) => rate),
  ])
  const wrong = pairs.filter(
    ({ amount, rate }, index) => decimal(percentageOf(amount, rate)) !== found[index]?.product,
  )
  expect(wrong).toEqual([])
})
