import { expect, test } from 'vitest'
import { type Cents, cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import {
  type InvoiceCharges,
  creditable,
  remainingDiscount,
  limitLines,
  whyOverCredited,
} from './creditable-amounts.ts'

type Text = Partial<Record<Exclude<keyof InvoiceCharges, 'invoiceNumber'>, string>>

/** An invoice of 5 units at 100.00 by default. */
function charged(fields: Text = {}): InvoiceCharges {
  const amount = (name: keyof Text, usual = '0') => cents(fields[name] ?? usual)
  return {
    invoiceNumber: 'INV-1',
    goods: amount('goods', '500.00'),
    tax: amount('tax'),
    freight: amount('freight'),
    creditedGoods: amount('creditedGoods'),
    creditedTax: amount('creditedTax'),
    discount: amount('discount'),
    writtenOff: amount('writtenOff'),
    unitsLeft: amount('unitsLeft', fields.goods ?? '500.00'),
    unitsReduced: amount('unitsReduced'),
  }
}

const line = (goods: string, tax = '0') => ({ goods: cents(goods), tax: cents(tax) })
const limited = (fields: Text, ...lines: ReturnType<typeof line>[]) =>
  limitLines(charged(fields), lines).map(({ goods, tax }) => [decimal(goods), decimal(tax)])

test.each<[string, Text, ReturnType<typeof line>, [string, string]]>([
  ['a goodwill of 50.00', { creditedGoods: '50.00' }, line('500.00'), ['450.00', '0.00']],
  ['a discount of 10.00', { discount: '10.00' }, line('500.00'), ['490.00', '0.00']],
  ['a write-off of 40.00', { writtenOff: '40.00' }, line('500.00'), ['460.00', '0.00']],
  [
    'a freight that was written off',
    { freight: '15.00', writtenOff: '15.00' },
    line('500.00'),
    ['500.00', '0.00'],
  ],
  [
    'tax that was credited',
    { tax: '40.00', creditedTax: '4.00' },
    line('500.00', '40.00'),
    ['500.00', '36.00'],
  ],
  ['nothing left', { creditedGoods: '500.00' }, line('500.00'), ['0.00', '0.00']],
])('if all goods are returned after %s, the rest is credited', (_, fields, all, right) => {
  expect(limited(fields, all)).toEqual([right])
})

test('each unit is credited less its share of the discount, the last one less the rest', () => {
  const first = limited({ discount: '10.01' }, line('100.00'), line('100.00'))
  expect(first).toEqual([
    ['98.00', '0.00'],
    ['98.00', '0.00'],
  ])
  const before = { creditedGoods: '196.00', unitsLeft: '300.00', unitsReduced: '4.00' }
  expect(limited({ discount: '10.01', ...before }, line('300.00'))).toEqual([['293.99', '0.00']])
})

test('a payment bounces after a return: the next return is credited what is owed again', () => {
  // 1,000.00 of goods, 40 % credited less 2 %: 392.00. The discount of 20.00 is owed again.
  const bounced = {
    goods: '1000.00',
    creditedGoods: '392.00',
    unitsLeft: '600.00',
    unitsReduced: '8.00',
  }
  expect(limited(bounced, line('600.00'))).toEqual([['608.00', '0.00']])
  expect(limited(bounced, line('300.00'), line('300.00'))).toEqual([
    ['304.00', '0.00'],
    ['304.00', '0.00'],
  ])
  // What is written off is neither owed nor paid.
  expect(limited({ ...bounced, writtenOff: '8.00' }, line('600.00'))).toEqual([['600.00', '0.00']])
})

test.each([
  ['117.75', '0.00', 'Only $100.00 of INV-1 can be credited'],
  ['0.00', '117.75', 'Only $17.75 of the sales tax of INV-1 can be credited'],
  ['100.00', '17.75', undefined],
])('a credit of %s and %s tax on an invoice of 100.00 and 17.75 tax: %s', (goods, tax, why) => {
  const invoice = charged({ goods: '100.00', tax: '17.75' })
  expect(whyOverCredited(invoice, line(goods, tax))).toBe(why)
})

test.each([
  ['0.00', '0.00', '20.00'],
  ['900.00', '0.00', '2.00'],
  ['0.00', '13.00', '7.00'],
  ['900.00', '2.00', '0.00'],
  ['0.00', '20.00', '0.00'],
  ['1000.00', '20.00', '0.00'],
])(
  'after credits of %s and discounts of %s, 2/10 on 1,000.00 is %s',
  (credited, allowedDiscount, remaining) => {
    const invoice = charged({
      goods: '1000.00',
      creditedGoods: credited,
      discount: allowedDiscount,
    })
    expect(decimal(remainingDiscount('2/10 net 30', invoice))).toBe(remaining)
  },
)

test.each([
  // Paid 490.00 + 10.00, then 4 of 10 came back for 400.00 − 4.00: 2 % of 600.00 − 6.00.
  ['396.00', '10.00', '4.00', '6.00'],
  // Paid 980.00 + 20.00, the same came back for 400.00 − 8.00: 12.00 − 12.00.
  ['392.00', '20.00', '8.00', '0.00'],
  // All came back for 1,000.00 − 10.00.
  ['990.00', '10.00', '10.00', '0.00'],
  // Came back before the first payment.
  ['400.00', '10.00', '0.00', '2.00'],
  // 1.00 was credited for 4 units, because a memo that is void now had credited the rest.
  ['1.00', '20.00', '399.00', '0.00'],
])(
  'credited %s with %s allowed, %s less than the price: 2/10 on 1,000.00 is still %s',
  (creditedGoods, discount, unitsReduced, remaining) => {
    const invoice = charged({ goods: '1000.00', creditedGoods, discount, unitsReduced })
    expect(decimal(remainingDiscount('2/10 net 30', invoice))).toBe(remaining)
  },
)

/** Seeded random numbers below 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An invoice of units with tax, freight and terms 2/10, and every event that can affect it. */
function walk(seed: number) {
  const next = numbers(seed)
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  const units = 1 + upTo(9)
  const price = 1 + upTo(20_000)
  const goods = (units * price) as Cents
  const tax = upTo(goods >> 3) as Cents
  const state = {
    ...charged(),
    goods,
    tax,
    freight: upTo(2000) as Cents,
    unitsLeft: goods,
  }
  let remainingUnits = units
  const credit = (amounts: { goods: Cents; tax: Cents }) => {
    state.creditedGoods = sum([state.creditedGoods, amounts.goods])
    state.creditedTax = sum([state.creditedTax, amounts.tax])
  }
  const comeBack = (count: number) => {
    const list = (count * price) as Cents
    const taxBefore = Math.floor((tax * (units - remainingUnits)) / units)
    const share = (Math.floor((tax * (units - remainingUnits + count)) / units) -
      taxBefore) as Cents
    const [back] = limitLines(state, [{ goods: list, tax: share }])
    if (!back) throw new Error('A line stays a line')
    credit(back)
    remainingUnits -= count
    state.unitsLeft = (remainingUnits * price) as Cents
    state.unitsReduced = (state.unitsReduced + list - back.goods) as Cents
    return back
  }
  const acts = [
    () => comeBack(Math.min(remainingUnits, 1 + upTo(2))),
    () => {
      const memo = { goods: upTo(goods) as Cents, tax: upTo(tax) as Cents }
      if (whyOverCredited(state, memo) === undefined) credit(memo)
    },
    () => {
      const writeOff = upTo(creditable(state).total)
      state.writtenOff = (state.writtenOff + (next() < 0.3 ? writeOff : 0)) as Cents
    },
    () => {
      const most = remainingDiscount('2/10 net 30', state)
      const part = Math.min(most, creditable(state).total)
      state.discount = sum([state.discount, (next() < 0.5 ? part : upTo(part)) as Cents])
    },
    // The payment with the discount bounces.
    () => {
      state.discount = next() < 0.5 ? zero : state.discount
    },
  ]
  return { state, comeBack, left: () => remainingUnits, act: () => acts[upTo(acts.length - 1)]?.() }
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
  'walk %i: after any credits, all units can be returned and no more than the invoice is credited',
  (seed) => {
    const { state, comeBack, left, act } = walk(seed)
    const total = sum([state.goods, state.tax, state.freight])
    const sound = () => {
      const { creditedGoods, creditedTax, discount, writtenOff, goods, tax } = state
      const reductions = sum([creditedGoods, creditedTax, discount, writtenOff])
      expect(reductions).toBeLessThanOrEqual(total)
      expect(creditedTax).toBeLessThanOrEqual(tax)
      expect(discount).toBeLessThanOrEqual(Math.ceil(goods / 50))
      expect(Math.min(...Object.values(creditable(state)))).toBeGreaterThanOrEqual(0)
    }
    for (let step = 0; step < 12; step += 1) {
      act()
      sound()
    }
    const before = creditable(state)
    const isSomeLeft = left() > 0
    const lastCredit = isSomeLeft ? comeBack(left()) : { goods: zero, tax: zero }
    if (isSomeLeft && state.discount + state.writtenOff === 0) {
      expect(state.creditedGoods).toBeGreaterThanOrEqual(state.goods)
    }
    expect(lastCredit.goods).toBeLessThanOrEqual(before.goods)
    expect(lastCredit.goods + lastCredit.tax).toBeLessThanOrEqual(before.total)
    sound()
  },
)
