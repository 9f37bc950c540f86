import { afterEach, beforeEach, expect, test } from 'vitest'
import { chanceOf } from '#lab/seeded-random.ts'
import type { EdiImportResult } from '../../contract.ts'
import { withControlNumber, sample, withPartner } from '../testing.ts'

// Fuzz test: files with one random fault. Each one is answered and stored.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => edi.prizm.close())

const nul = String.fromCharCode(0)
const values = [
  '',
  '0',
  '-7',
  '1.5',
  '1E308',
  '2147483648',
  '99999999999.99',
  'X'.repeat(500),
  `A${nul}B`,
  '\u202E',
  '20260230',
  '99991231',
  "' or 1=1--",
  '=1+1',
  '__proto__',
]

/** The sample under its own control number, with one random fault. */
function broken(n: number): string {
  const chance = chanceOf(n)
  const right = withControlNumber(sample('850'), 1000 + n).replaceAll('CPO-10045', `CPO-${n}`)
  const lines = right.split('~')
  const at = chance.between(1, lines.length - 2)
  const elements = (lines[at] ?? '').split('*')
  const ways = [
    () => right.slice(0, chance.between(0, right.length - 1)),
    () => lines.toSpliced(at, 1).join('~'),
    () => lines.toSpliced(at, 0, lines[at] ?? '').join('~'),
    () => {
      elements[chance.between(0, elements.length)] = chance.oneOf(values)
      return lines.with(at, elements.join('*')).join('~')
    },
    () => {
      elements[chance.between(1, elements.length)] = chance.oneOf(values)
      return lines.with(at, elements.join('*')).join('~')
    },
  ]
  return chance.oneOf(ways)()
}

test('a file with any fault is answered and creates complete orders or none', async () => {
  const faults: string[] = []
  let placed = 0
  for (let n = 0; n < 120; n += 1) {
    const answer = await edi.hand(broken(n))
    if (![200, 413, 422].includes(answer.statusCode)) faults.push(`${n}: ${answer.body}`)
    if (answer.statusCode !== 200) continue
    const { interchanges } = answer.json<{ interchanges: EdiImportResult[] }>()
    placed += interchanges.flatMap(({ orders }) => orders.filter((each) => each.orderNumber)).length
  }
  expect(faults).toEqual([])
  expect(await edi.orders()).toHaveLength(placed)
  expect(placed).toBeGreaterThan(10)
  const [kept] = await edi.query<{ n: number }>(
    `select count(*)::int as n from edi_interchanges where direction = 'in'`,
  )
  expect(kept?.n).toBeGreaterThan(100)
  expect(await edi.broken()).toEqual([])
})
