import { expect, test } from 'vitest'
import * as rules from './rules.ts'

test('every permission is held by at least one role, and by known roles only', () => {
  for (const [name, holders] of Object.entries(rules.permissions)) {
    expect(holders.length, name).toBeGreaterThan(0)
    for (const role of holders) expect(rules.roles, name).toContain(role)
  }
})

test('an administrator holds every permission', () => {
  const names = Object.keys(rules.permissions) as rules.Permission[]
  expect(names.filter((name) => !rules.may({ role: 'admin' }, name))).toEqual([])
})

test('only administrators manage users and settings', () => {
  for (const name of ['users.manage', 'settings.manage'] as const) {
    expect(rules.roles.filter((role) => rules.may({ role }, name))).toEqual(['admin'])
  }
})

test('separates administrator-only permissions from those of other roles', () => {
  expect(rules.isForAdministrators('wms.manage')).toBe(true)
  expect(rules.isForAdministrators('ledger.close')).toBe(true)
  expect(rules.isForAdministrators('ledger.softClose')).toBe(false)
})

test('a viewer and an unknown role hold no write permission', () => {
  const writes = Object.keys(rules.permissions).filter(
    (name) => !/^reports\.|^search\.|\.(read|own)$/.test(name) && name !== 'skus.cost',
  ) as rules.Permission[]
  expect(writes.filter((name) => rules.may({ role: 'viewer' }, name))).toEqual([])
  expect(writes.filter((name) => rules.may({ role: 'root' }, name))).toEqual([])
})

test('lists the roles that hold a permission as text', () => {
  expect(rules.rolesWith('settings.manage')).toBe('admin')
  expect(rules.rolesWith('documents.send')).toBe('admin, manager, sales, purchasing and finance')
})

test('a permission missing from the matrix is denied, inherited property names included', () => {
  for (const name of ['toString', '__proto__', 'orders.everything']) {
    expect(rules.may({ role: 'admin' }, name as rules.Permission)).toBe(false)
  }
})

test.each([
  ['ANA', 'ana'],
  ['İbrahim', 'ibrahim'],
  ['ıbrahim', 'ibrahim'],
  ['IBRAHIM', 'ibrahim'],
  ['e\u0301lan', 'élan'],
  ['ａｄｍｉｎ', 'admin'],
  ['Straße', 'strasse'],
])('%s and %s are the same username', (one, other) => {
  expect(rules.foldCase(one)).toBe(rules.foldCase(other))
})

test('folding keeps different names apart', () => {
  expect(rules.foldCase('élan')).not.toBe(rules.foldCase('elan'))
  expect(rules.foldCase('ana')).not.toBe(rules.foldCase('anna'))
})

const username = 'margaret'
const weaknessOf = (text: string) => rules.whyPasswordIsWeak(text, username)

test('rejects a password that is little more than a known word', () => {
  expect(weaknessOf('Prizm2026!')).toMatch(/“prizm”/)
  expect(weaknessOf('margaret1')).toMatch(/your username/)
  expect(weaknessOf('Margaret Margaret')).toMatch(/your username/)
})

test('a long password may contain a known word', () => {
  expect(weaknessOf('prizm of nine blue kettles')).toBeUndefined()
  expect(weaknessOf('nine blue kettles')).toBeUndefined()
})
