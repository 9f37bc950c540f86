import { describe, expect, test } from 'vitest'
import { amount } from '#platform/kernel/money.ts'
import type { DecisionFacts, DecisionOutcome } from './contract.ts'
import {
  canonicalJson,
  canonicalReceipt,
  hiddenDigestFields,
  hiddenFacts,
  hiddenOrderFields,
  withoutHidden,
} from './rules.ts'

describe('the canonical form', () => {
  test('is that of the example in RFC 8785, section 3.2.2', () => {
    const example = {
      // oxlint-disable-next-line no-loss-of-precision -- the number of the example in the RFC
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(example)).toBe(
      '{"literals":[null,true,false],' +
        '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('sorts keys as the example in RFC 8785, section 3.2.3', () => {
    const example = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(canonicalJson(example)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control",' +
        '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign",' +
        '"\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    )
  })

  test('writes every ASCII character as JSON does, in values and in keys', () => {
    for (let code = 0; code < 128; code++) {
      const text = `a${String.fromCharCode(code)}b`
      expect(canonicalJson({ [text]: text })).toBe(JSON.stringify({ [text]: text }))
    }
  })

  test('writes what looks like the escape of a surrogate, and real pairs of them', () => {
    const example = { a: String.raw`C:\udata \ud800`, b: '\ud83d\ude00' }
    expect(canonicalJson(example)).toBe(JSON.stringify(example))
    expect(() => canonicalJson({ '\ud800': 1 })).toThrow(TypeError)
  })

  test('does not depend on the order of fields, and leaves out undefined ones', () => {
    expect(canonicalJson({ b: 1, a: [{ d: undefined, c: -0 }] })).toBe('{"a":[{"c":0}],"b":1}')
    expect(canonicalJson({ a: [{ c: 0 }], b: 1 })).toBe('{"a":[{"c":0}],"b":1}')
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [() => 1], ['\ud800'], [undefined]])(
    'refuses %s',
    (value) => {
      expect(() => canonicalJson([value])).toThrow(TypeError)
    },
  )
})

const facts: DecisionFacts = {
  customerId: 7,
  prices: [
    {
      skuId: 3,
      sku: 'S-1',
      quantity: 2,
      cost: amount('4.00'),
      candidates: [{ source: 'standard', unitPrice: amount('10.00'), verdict: 'applied' }],
    },
  ],
  credit: {
    creditLimit: amount('100.00'),
    currentBalance: amount('20.00'),
    openOrders: amount('30.00'),
    available: amount('50.00'),
    amount: amount('60.00'),
    status: 'normal',
    paymentTerms: 'net-30',
    zeroMeans: 'none',
  },
}
const outcome: DecisionOutcome = {
  verdict: 'held',
  holdReason: 'credit',
  rules: [{ rule: 'credit', result: 'held', says: 'Credit limit exceeded by $10.00' }],
  lines: [
    {
      lineNo: 1,
      skuId: 3,
      quantity: 2,
      unitPrice: amount('3.00'),
      priceSource: 'manual',
      totalPrice: amount('6.00'),
      taxAmount: amount('0.48'),
      reserved: 0,
      backordered: 0,
      listedPrice: amount('10.00'),
      isBelowCost: true,
    },
  ],
}

test('the canonical text has facts and outcome, and no id, time or person', () => {
  const text = canonicalReceipt({ kind: 'hold', facts: { customerId: 7 }, outcome })
  expect(text).toMatch(
    /^\{"facts":\{"customerId":7\},"form":1,"kind":"hold","outcome":\{"holdReason"/,
  )
})

test('costs are hidden from sales, credit from the warehouse, and nothing from finance', () => {
  expect(hiddenFacts({ role: 'sales' })).toEqual(['cost'])
  expect(hiddenFacts({ role: 'warehouse' })).toEqual(['credit'])
  expect(hiddenFacts({ role: 'finance' })).toEqual([])
  expect(hiddenFacts(undefined)).toEqual([])
})

test('an own role sees what its permissions open', () => {
  const desk = { role: 'Desk', grants: ['salesOrders.read', 'skus.read'] }
  expect(hiddenFacts(desk)).toEqual(['cost', 'credit', 'price'])
  const grants = [...desk.grants, 'skus.cost', 'receivables.read', 'pricing.read']
  expect(hiddenFacts({ ...desk, grants })).toEqual([])
})

test('an API key sees no more than its scopes open', () => {
  const opens = new Set(['salesOrders.read', 'skus.read', 'pricing.read'])
  expect(hiddenFacts({ role: 'finance', opens })).toEqual(['cost', 'credit'])
})

test('the history hides the hash from those who do not see all facts', () => {
  expect(hiddenOrderFields({ role: 'sales' })).toEqual(['decision'])
  expect(hiddenOrderFields({ role: 'manager' })).toEqual([])
  expect(hiddenDigestFields({ role: 'sales' })).toEqual(['digest'])
  expect(hiddenDigestFields({ role: 'manager' })).toEqual([])
})

test('hidden costs leave the other facts of the price', () => {
  const visible = withoutHidden({ facts, outcome }, ['cost'])
  expect(JSON.stringify(visible)).not.toMatch(/4\.00|isBelowCost/)
  expect(visible.facts.prices?.[0]?.candidates).toEqual(facts.prices?.[0]?.candidates)
  expect(visible.facts.credit).toEqual(facts.credit)
})

test('hidden costs hide what the margin rule decided', () => {
  const rule = { rule: 'margin', result: 'held' } as const
  const [line] = outcome.lines ?? []
  const lines = line ? [{ ...line, isBelowMargin: true }] : []
  const held = { ...outcome, rules: [...outcome.rules, rule], lines }
  expect(withoutHidden({ facts, outcome: held }, []).outcome).toEqual(held)
  const { rules, lines: visible } = withoutHidden({ facts, outcome: held }, ['cost']).outcome
  expect(rules).toEqual(outcome.rules)
  expect(visible?.[0]).not.toHaveProperty('isBelowMargin')
})

test('hidden credit leaves no amount of it, also not in the sentence of the rule', () => {
  const visible = withoutHidden({ facts, outcome }, ['credit'])
  expect(visible.facts.credit).toBeUndefined()
  expect(visible.outcome.rules).toEqual([{ rule: 'credit', result: 'held' }])
  expect(visible.outcome.lines).toEqual(outcome.lines)
})

test('hidden credit hides what is unpaid, because it follows from the balance', () => {
  const prepaid = { facts: { customerId: 7, unpaid: amount('12.00') }, outcome }
  expect(withoutHidden(prepaid, ['credit']).facts).toEqual({ customerId: 7 })
  expect(withoutHidden(prepaid, []).facts).toEqual(prepaid.facts)
})

test('hidden prices leave the price of the line', () => {
  const visible = withoutHidden({ facts, outcome }, ['price'])
  expect(visible.facts.prices).toBeUndefined()
  expect(visible.outcome.lines).toEqual(outcome.lines)
})

test('nothing hidden leaves everything as it is', () => {
  expect(withoutHidden({ facts, outcome }, [])).toEqual({ facts, outcome })
})
