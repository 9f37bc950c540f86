import { describe, expect, test } from 'vitest'
import { amount } from '#platform/kernel/money.ts'
import { usedSettings, versionsOfSettings } from './used-settings.ts'

const settings = { shippingFlat: amount('9.00'), shippingFreeFrom: amount('500.00') }
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

describe('the settings that a decision used', () => {
  test('are those that its facts depend on', () => {
    expect(usedSettings({ customerId: 7 })).toEqual([])
    expect(names(usedSettings({ customerId: 7, settings }))).toEqual([
      'shippingFlat',
      'shippingFreeFrom',
      'marginBelow',
    ])
    const margin = { ...settings, creditOver: 'hold' as const, minimumMarginPercent: 30 }
    expect(usedSettings({ customerId: 7, settings: margin }).slice(2)).toEqual([
      { name: 'creditOver', value: 'hold' },
      { name: 'marginBelow', value: 'hold' },
      { name: 'minimumMarginPercent', value: 30 },
    ])
    const overdueRule = { days: 60, percent: 10 }
    const credit = {
      creditLimit: amount('100.00'),
      currentBalance: amount('0.00'),
      openOrders: amount('0.00'),
      available: amount('100.00'),
      amount: amount('36.60'),
      status: 'normal' as const,
      paymentTerms: 'net-30',
      zeroMeans: 'none' as const,
      overdueRule,
    }
    expect(usedSettings({ customerId: 7, credit })).toEqual([
      { name: 'creditZeroMeans', value: 'none' },
      { name: 'creditOverdueDays', value: 60 },
      { name: 'creditOverduePercent', value: 10 },
    ])
  })

  test('have no hours of counts in the facts, unless counts do not expire', () => {
    const stock = { customerId: 7, stock: [] }
    expect(usedSettings({ ...stock, settings }).at(-1)).toEqual({ name: 'stockOldHours', value: 0 })
    const old = { ...settings, stockOldMeans: 'warn' as const }
    const countsOldBefore = '2026-03-01T00:00:00.000Z' as never
    expect(usedSettings({ ...stock, settings: { ...old, countsOldBefore } }).slice(-2)).toEqual([
      { name: 'stockOldHours' },
      { name: 'stockOldMeans', value: 'warn' },
    ])
  })
})

describe('the versions of settings', () => {
  const flat = [{ name: 'shippingFlat', value: '9.00' }] as const
  const version = { name: 'shippingFlat', value: '9.00', changedBy: 'ada', hasEnded: false }

  test('say since when a value was so and who set it', () => {
    expect(versionsOfSettings(flat, [{ ...version, knownFrom: 'March' }])).toEqual([
      {
        name: 'shippingFlat',
        value: '9.00',
        isDefault: false,
        knownFrom: 'March',
        changedBy: 'ada',
      },
    ])
  })

  test('are those that were used, also if the setting changed a moment before', () => {
    const newest = { ...version, value: '12.00', knownFrom: 'April', changedBy: 'bob' }
    const before = { ...version, knownFrom: 'March', hasEnded: true }
    expect(versionsOfSettings(flat, [newest, before])).toMatchObject([
      { value: '9.00', knownFrom: 'March', changedBy: 'ada' },
    ])
    const isDefault = [{ name: 'shippingFlat', value: '15.00' }] as const
    expect(versionsOfSettings(isDefault, [newest])).toMatchObject([
      { value: '15.00', isDefault: true, knownFrom: null, changedBy: null },
    ])
  })

  test('are a default without a version, or after the version ended', () => {
    const unknown = [{ name: 'stockOldHours' }] as const
    expect(versionsOfSettings(unknown, [])).toMatchObject([{ value: 24, isDefault: true }])
    const ended = { ...version, name: 'stockOldHours', value: 8, hasEnded: true, knownFrom: null }
    expect(versionsOfSettings(unknown, [ended])).toMatchObject([{ value: 24, isDefault: true }])
  })

  test('have the default tax rate only where it applied', () => {
    const rate = (value: string) => [{ name: 'taxDefaultRate', value }] as const
    expect(versionsOfSettings(rate('0.0800'), [])).toMatchObject([{ value: '0.0800' }])
    expect(versionsOfSettings(rate('0.080000'), [])).toMatchObject([{ isDefault: true }])
    expect(versionsOfSettings(rate('0.0500'), [])).toEqual([])
  })
})
