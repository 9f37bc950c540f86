import { expect, test } from 'vitest'
import { defaultSettings } from '#features/settings/rules.ts'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { blocksCredit, letterOf, nextStep, reminderDue } from './rules.ts'

const late = (daysLate: number, dunningLevel = 0, open = '100.00') => {
  return { invoiceId: daysLate, daysLate, dunningLevel, openAmount: cents(open) }
}
const today = day('2026-03-02')
const never = { lastLetterOn: null, today }

test('an invoice reaches its next reminder on the day its configured days late are reached', () => {
  const due = (days: number, level: number) => reminderDue(late(days, level), defaultSettings)
  expect([due(6, 0), due(7, 0), due(200, 0)]).toEqual([undefined, 1, 1])
  expect([due(20, 1), due(21, 1)]).toEqual([undefined, 2])
  expect([due(44, 2), due(45, 2), due(200, 3)]).toEqual([undefined, 3, undefined])
})

test('a letter has the highest level of its invoices, and each invoice its own level', () => {
  const letter = letterOf([late(50, 2), late(10), late(3), late(30, 3)], never, defaultSettings)
  expect(letter).toMatchObject({ level: 3, total: 20_000 })
  expect(letter?.invoices.map(({ level }) => level)).toEqual([3, 1])
})

test('no letter below the minimum amount or within the gap since the last letter', () => {
  const settings = defaultSettings
  expect(letterOf([late(10, 0, '24.99')], never, settings)).toBeUndefined()
  expect(letterOf([late(10, 0, '25.00')], never, settings)).toBeDefined()
  const on = (text: string) => ({ lastLetterOn: day(text), today })
  expect(letterOf([late(30, 1)], on('2026-02-17'), settings)).toBeUndefined()
  expect(letterOf([late(30, 1)], on('2026-02-16'), settings)).toBeDefined()
})

test('credit is blocked from the reminder level in the settings', () => {
  const from = (dunningBlockFrom: '2' | 'never') => ({ dunningBlockFrom })
  expect(([1, 2, 3] as const).map((level) => blocksCredit(level, from('2')))).toEqual([
    false,
    true,
    true,
  ])
  expect(blocksCredit(3, from('never'))).toBe(false)
})

test('the next step is the due reminder; a dispute comes first, a call last', () => {
  const step = (more: object) => {
    const due = { daysLate: 30, pastDue: cents('100.00') }
    const usual = { ...due, isDisputed: false, dunningLevel: 0 }
    return nextStep({ ...usual, ...never, ...more }, defaultSettings)
  }
  expect(step({})).toBe('First reminder')
  expect(step({ dunningLevel: 1 })).toBe('Second reminder')
  expect(step({ dunningLevel: 2 })).toBe('Wait until 3/17/2026')
  expect(step({ dunningLevel: 2, daysLate: 45 })).toBe('Last reminder')
  expect(step({ daysLate: 1 })).toBe('Wait until 3/8/2026')
  expect(step({ dunningLevel: 3, daysLate: 90 })).toBe('Call: all reminders were sent')
  expect(step({ isDisputed: true })).toBe('Settle the dispute')
  expect(step({ pastDue: cents('24.99') })).toBe('Wait: below minimum')
  const after = (lastLetterOn: string) => step({ dunningLevel: 1, lastLetterOn: day(lastLetterOn) })
  expect(after('2026-03-02')).toBe('Wait until 3/16/2026')
  expect(after('2026-02-17')).toBe('Wait until 3/3/2026')
  expect(after('2026-02-16')).toBe('Second reminder')
})
