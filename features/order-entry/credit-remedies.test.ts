import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCredit, type CreditFacts } from '#features/credit/rules.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { creditAfterPayment, type CreditHold, creditRemedies } from './credit-remedies.ts'
import type { HeldLines } from './line-remedies.ts'
import type { Remedy } from './remedies.ts'

type Line = { quantity: number; price: string }

/** An order of these lines, without tax and shipping. */
function orderOf(lines: readonly Line[]): HeldLines {
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }))
  const totalOf = (quantities: ReadonlyMap<number, number>) =>
    numbered.reduce((total, { lineNo, quantity, price }) => {
      return total + (quantities.get(lineNo) ?? quantity) * cents(price)
    }, 0) as Cents
  return {
    total: totalOf(new Map()),
    lines: numbered.map(({ lineNo, quantity, price }) => {
      return { lineNo, quantity, amount: (quantity * cents(price)) as Cents }
    }),
    tryChange: (changes) => {
      const changed = new Map(changes.map(({ lineNo, quantity }) => [lineNo, quantity ?? 0]))
      const isEmpty = numbered.every(({ lineNo }) => changed.get(lineNo) === 0)
      return isEmpty ? undefined : { total: totalOf(changed), isBelowMargin: false }
    },
  }
}

/** Credit limit 1,300.00, balance 900.00 and open orders 300.00: 100.00 are available. */
const facts: CreditFacts = {
  creditLimit: cents('1300.00'),
  currentBalance: cents('900.00'),
  openOrderAmount: cents('300.00'),
  creditStatus: 'normal',
  paymentTerms: 'net-30',
  zeroMeans: 'none',
}
const invoice = (number: string, openAmount: string, daysLate = -5) => {
  return { number, openAmount: cents(openAmount), daysLate }
}
const invoices = [invoice('INV-17', '500.00'), invoice('INV-21', '400.00')]

function remedies(lines: readonly Line[], fields: Partial<CreditHold> = {}): Remedy[] {
  const order = orderOf(lines)
  const none = { overrideLimit: undefined, isTotalTyped: false }
  const credit = { facts, total: order.total, invoices, ...none, ...fields }
  return creditRemedies({ credit, order })
}
const texts = (found: readonly Remedy[]) => found.map(({ sentence, amount }) => [sentence, amount])

describe('an order of $990.00 with $100.00 of available credit', () => {
  const lines = [
    { quantity: 4, price: '10.00' },
    { quantity: 5, price: '190.00' },
  ]

  test('needs $890.00 from the oldest invoices, or more credit, or no line 2', () => {
    expect(texts(remedies(lines))).toEqual([
      ['Pay $890.00 of INV-17 and INV-21', 89_000],
      ['Raise the limit by $890.00', 89_000],
      ['Remove line 2', 95_000],
    ])
  })

  test('names no second invoice if the first suffices, and none without invoices', () => {
    const older = [invoice('INV-3', '2000.00'), ...invoices]
    const [paid] = remedies(lines, { invoices: older })
    expect(paid?.steps).toEqual([{ act: 'pay', amount: '890.00', documents: ['INV-3'] }])
    const [advance] = remedies(lines, { invoices: [] })
    expect(advance).toMatchObject({
      sentence: 'Pay $890.00 in advance',
      steps: [{ act: 'pay', amount: '890.00' }],
    })
    const [both] = remedies(lines, { invoices: [invoice('INV-17', '500.00')] })
    expect(both?.sentence).toBe('Pay $500.00 of INV-17 and $390.00 in advance')
  })

  test.each([
    ['890.00', ['admin', 'manager', 'finance'], 'admin, manager or finance'],
    ['889.99', ['admin', 'finance'], 'admin or finance'],
  ])('is overridden with a limit of %s by %j', (limit, roles, text) => {
    const override = remedies(lines, { overrideLimit: cents(limit) }).at(-1)
    expect(override).toEqual({
      sentence: `Ask ${text} to approve it above the credit limit`,
      amount: null,
      steps: [{ act: 'override-credit', roles }],
    })
  })

  test('of a customer on credit hold is first cleared, and is never overridden', () => {
    const blocked = { ...facts, creditStatus: 'blocked' as const }
    const cleared = 'Clear the credit hold of the customer'
    const fields = { facts: blocked, overrideLimit: cents('9999.00') }
    expect(texts(remedies(lines, fields))).toEqual([
      [`${cleared} and pay $890.00 of INV-17 and INV-21`, 89_000],
      [`${cleared} and raise the limit by $890.00`, 89_000],
      [`${cleared} and remove line 2`, 95_000],
    ])
    expect(texts(remedies([{ quantity: 1, price: '100.00' }], fields))).toEqual([[cleared, null]])
  })
})

test('fewer units cost less than no line, and the smaller line is enough', () => {
  const lines = [
    { quantity: 10, price: '50.00' },
    { quantity: 10, price: '49.00' },
  ]
  const more = { ...facts, creditLimit: cents('1800.00') }
  const found = remedies(lines, { facts: more })
  expect(texts(found).slice(2)).toEqual([
    ['Reduce line 2 to 2 units', 39_200],
    ['Remove line 2', 49_000],
  ])
  expect(found[2]?.steps).toEqual([{ act: 'reduce-line', lines: [{ lineNo: 2, quantity: 2 }] }])
})

test('several lines are removed if none suffices alone, the largest first', () => {
  const lines = ['60.00', '300.00', '200.00'].map((price) => ({ quantity: 1, price }))
  const removed = remedies(lines).at(-1)
  expect(removed).toMatchObject({ sentence: 'Remove lines 2 and 3', amount: 50_000 })
})

test('an order without lines can cost what is available', () => {
  const found = remedies([], { total: cents('990.00'), isTotalTyped: true })
  expect(texts(found).slice(2)).toEqual([['Lower the total to $100.00', 89_000]])
})

describe('past-due invoices', () => {
  const overdueRule = { days: 60, percent: 10 }

  test('older than the limit of days are paid in full, and then only that helps', () => {
    const late = [
      invoice('INV-17', '800.00', 70),
      invoice('INV-21', '440.00', 65),
      invoice('INV-30', '260.00', 10),
    ]
    const overdue = { daysLate: 70, amount: cents('1500.00') }
    const balance = { creditLimit: cents('5000.00'), currentBalance: cents('1500.00') }
    const found = remedies([{ quantity: 2, price: '50.00' }], {
      facts: { ...facts, ...balance, overdue, overdueRule },
      invoices: late,
    })
    expect(texts(found)).toEqual([['Pay $1,240.00 of INV-17 and INV-21', 124_000]])
  })

  test('above a share of the limit are paid down to it, or the limit is raised', () => {
    const late = [invoice('INV-17', '300.00', 10), invoice('INV-21', '600.00')]
    const overdue = { daysLate: 10, amount: cents('300.00') }
    const limit = { creditLimit: cents('1300.00'), openOrderAmount: zero }
    const found = remedies([{ quantity: 1, price: '50.00' }], {
      facts: { ...facts, ...limit, overdue, overdueRule },
      invoices: late,
    })
    expect(texts(found)).toEqual([
      ['Pay $170.00 of INV-17', 17_000],
      ['Raise the limit by $1,699.95', 169_995],
    ])
  })

  test('that are not listed are as late as the last listed one', () => {
    const hold = {
      facts: { ...facts, overdue: { daysLate: 90, amount: cents('900.00') } },
      invoices: [invoice('INV-1', '500.00', 90), invoice('INV-2', '100.00', 80)],
    }
    expect(creditAfterPayment(hold, cents('550.00')).overdue).toEqual({
      daysLate: 80,
      amount: 35_000,
    })
    expect(creditAfterPayment(hold, cents('600.00')).overdue).toEqual({
      daysLate: 80,
      amount: 30_000,
    })
    expect(creditAfterPayment(hold, cents('900.00')).currentBalance).toBe(0)
  })
})

// The property: whatever the facts, each remedy that is returned makes the credit rule approve, and
// one cent less of a payment or of a limit does not.

const seed = 20_261_129
const amountUpTo = (most: number) => fc.integer({ min: 0, max: most }) as fc.Arbitrary<Cents>
const anyInvoices = fc.array(
  fc.record({
    openAmount: fc.integer({ min: 1, max: 40_000 }) as fc.Arbitrary<Cents>,
    daysLate: fc.integer({ min: -30, max: 100 }),
  }),
  { maxLength: 6 },
)
const anyLines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.constantFrom('0.00', '0.07', '10.00', '99.99', '250.00'),
  }),
  { minLength: 1, maxLength: 5 },
)
const anyFacts = fc.record({
  creditLimit: amountUpTo(200_000),
  currentBalance: fc.integer({ min: -20_000, max: 120_000 }) as fc.Arbitrary<Cents>,
  openOrderAmount: amountUpTo(50_000),
  creditStatus: fc.constantFrom('normal' as const, 'blocked' as const),
  paymentTerms: fc.constantFrom('Net 30', 'Prepaid'),
  zeroMeans: fc.constantFrom('none' as const, 'unlimited' as const),
  overdueRule: fc.record({
    days: fc.integer({ min: 0, max: 90 }),
    percent: fc.integer({ min: 0, max: 50 }),
  }),
})

/** The rule on what a person would see after these steps, computed apart from the remedies. */
function isApprovedAfter(
  hold: CreditHold,
  lines: readonly Line[],
  steps: Remedy['steps'],
): boolean {
  let { facts: now, invoices: open } = hold
  const quantities = new Map(lines.map(({ quantity }, index) => [index + 1, quantity]))
  for (const { act, amount = '0', lines: changed = [], roles } of steps) {
    if (act === 'override-credit') return (roles ?? []).length > 0 && now.creditStatus === 'normal'
    if (act === 'clear-credit-hold') now = { ...now, creditStatus: 'normal' }
    if (act === 'raise-limit') {
      now = { ...now, creditLimit: (now.creditLimit + cents(amount)) as Cents }
    }
    for (const { lineNo, quantity = 0 } of changed) quantities.set(lineNo, quantity)
    if (act !== 'pay') continue
    let left = cents(amount)
    now = { ...now, currentBalance: (now.currentBalance - left) as Cents }
    open = open.flatMap((each) => {
      const part = Math.min(left, each.openAmount)
      left = (left - part) as Cents
      const rest = (each.openAmount - part) as Cents
      return rest > 0 ? [{ ...each, openAmount: rest }] : []
    })
  }
  const total = lines.reduce((sum, { price }, index) => {
    return sum + cents(price) * (quantities.get(index + 1) ?? 0)
  }, 0) as Cents
  return checkCredit({ ...now, overdue: overdueOf(open) }, total).approved
}

function overdueOf(open: CreditHold['invoices']): CreditFacts['overdue'] {
  const late = open.filter(({ daysLate }) => daysLate > 0)
  if (late.length === 0) return undefined
  const amount = late.reduce((total, { openAmount }) => total + openAmount, 0) as Cents
  return { amount, daysLate: Math.max(...late.map(({ daysLate }) => daysLate)) }
}

/** The steps with a cent less of the payment or the limit; undefined if there is neither. */
function centLess(steps: Remedy['steps']): Remedy['steps'] | undefined {
  const hasAmount = steps.some(({ act }) => act === 'pay' || act === 'raise-limit')
  if (!hasAmount) return undefined
  return steps.map((step) => {
    const { amount } = step
    if (amount === undefined) return step
    const less = String((cents(amount) - 1) / 100) as typeof amount
    return { ...step, amount: less }
  })
}

test('each remedy makes the credit rule approve, and a cent less does not', () => {
  fc.assert(
    fc.property(anyFacts, anyInvoices, anyLines, (known, unsorted, lines) => {
      const sorted = unsorted
        .toSorted((one, other) => other.daysLate - one.daysLate)
        .map((each, index) => ({ ...each, number: `INV-${index + 1}` }))
      const order = orderOf(lines)
      const hold = {
        facts: { ...known, overdue: overdueOf(sorted) },
        total: order.total,
        invoices: sorted,
        overrideLimit: cents('100.00'),
        isTotalTyped: false,
      }
      if (checkCredit(hold.facts, order.total).approved) return
      const found = creditRemedies({ credit: hold, order })
      expect(found).not.toEqual([])
      for (const { steps } of found) {
        expect(isApprovedAfter(hold, lines, steps)).toBe(true)
        const less = centLess(steps)
        if (less) expect(isApprovedAfter(hold, lines, less)).toBe(false)
      }
    }),
    { seed, numRuns: 2000 },
  )
})
