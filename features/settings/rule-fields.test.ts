import { expect, test } from 'vitest'
import {
  changedRules,
  defaultText,
  findRules,
  ruleFields,
  type RuleName,
  rulesOf,
  rulesToWire,
  sectionsOf,
  typedRules,
} from './rule-fields.ts'
import { isRulePage, type RulePage, rulePages } from './rule-pages.ts'
import { defaultSettings } from './rules.ts'

const pages = Object.keys(rulePages) as RulePage[]
const names = Object.keys(ruleFields) as RuleName[]

test('every rule is on one page, and every page has a rule', () => {
  const placed = pages.flatMap((page) => rulesOf(page))
  expect([...placed].sort()).toEqual([...names].sort())
  expect(pages.filter((page) => rulesOf(page).length === 0)).toEqual([])
  for (const page of pages) {
    expect(
      sectionsOf(page)
        .flatMap(([, rules]) => rules)
        .sort(),
    ).toEqual(rulesOf(page).sort())
  }
  expect(['tax', 'toString', ''].map(isRulePage)).toEqual([true, false, false])
})

test('every rule but the texts of letters has an example', () => {
  const without = names.filter((name) => ruleFields[name].example === undefined)
  expect(without).toEqual(['dunningText1', 'dunningText2', 'dunningText3'])
})

test('the default is shown as people write it', () => {
  expect(defaultText('shippingFlat')).toBe('$15.00')
  expect(defaultText('taxDefaultRate')).toBe('8%')
  expect(defaultText('returnWindowDays')).toBe('30')
  expect(defaultText('userMayEditTerms')).toBe('On')
  expect(defaultText('requireIfMatch')).toBe('Off')
  expect(defaultText('creditOver')).toBe('Refuse in Order Entry')
  expect(defaultText('dunningBlockFrom')).toBe('The last reminder')
  expect(defaultText('mailSender')).toBe('none')
})

test('a rule is found by all words of its section, label, hint or example', () => {
  expect(findRules('free SUBTOTAL')).toEqual(['shippingFreeFrom'])
  expect(findRules('separation')).toEqual(['sodMode'])
  expect(findRules('write-off')).toEqual([
    'writeOffLimitFinance',
    'writeOffLimitManager',
    'refundLimit',
  ])
  expect(findRules('zebra')).toEqual([])
  expect(findRules('  ')).toEqual([])
})

test('a page sends only its rules that differ from what the form was filled with', () => {
  const typed = typedRules(defaultSettings, 'shipping')
  expect(typed).toEqual({ shippingFlat: '15.00', shippingFreeFrom: '500.00' })
  expect(changedRules(defaultSettings, rulesToWire(typed))).toEqual({})
  const changed = rulesToWire({ ...typed, shippingFlat: '12.00' })
  expect(changedRules(defaultSettings, changed)).toEqual({ shippingFlat: '12.00' })
  const tax = rulesToWire({ ...typedRules(defaultSettings, 'tax'), taxDefaultRate: '8' })
  expect(changedRules(defaultSettings, tax)).toEqual({})
  const count = rulesToWire({ returnWindowDays: ' 45 ' })
  expect(changedRules(defaultSettings, count)).toEqual({ returnWindowDays: 45 })
})
