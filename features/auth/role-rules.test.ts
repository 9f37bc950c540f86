import { expect, test } from 'vitest'
import * as rules from './role-rules.ts'
import { may, type Permission, permissions, roles } from './rules.ts'

const all = Object.keys(permissions) as Permission[]

test('every permission is either a basic one or one to choose', () => {
  const described = [...rules.basicPermissions, ...rules.chosenPermissions]
  expect([...described].sort()).toEqual([...all].sort())
})

test('the basic permissions are held by every built-in role', () => {
  const lacking = rules.basicPermissions.filter((each) => {
    return roles.some((role) => !may({ role }, each))
  })
  expect(lacking).toEqual([])
})

test('no two permissions have the same sentence', () => {
  const sentences = rules.chosenPermissions.map(rules.sentenceOf)
  expect(sentences.filter((each) => each === '')).toEqual([])
  expect(new Set(sentences).size).toBe(sentences.length)
})

test.each(roles)('the permissions of the built-in role %s fit together', (role) => {
  expect(rules.whyIncomplete(rules.permissionsOfBuiltIn(role))).toBeUndefined()
})

test('choosing a permission chooses what it needs, and taking that away takes both', () => {
  const chosen = rules.togglePermission([], 'customers.edit')
  expect(chosen).toEqual(['customers.read', 'customers.edit'])
  expect(rules.togglePermission(chosen, 'customers.read')).toEqual([])
  expect(rules.togglePermission(chosen, 'customers.edit')).toEqual(['customers.read'])
  expect(rules.togglePermission(chosen, 'users.manage')).toEqual([...chosen, 'users.manage'])
})

test('permissions without the one to read are refused with a sentence', () => {
  expect(rules.whyIncomplete(['vendors.edit'])).toBe(
    '“Adds and changes vendors and their offers” needs ' +
      '“Sees vendors with their contacts and addresses”',
  )
  expect(rules.whyIncomplete(['vendors.read', 'vendors.edit'])).toBeUndefined()
})

test('an own role holds its permissions and the basic ones; a built-in one only the matrix', () => {
  const buyer = { role: 'Buyer', grants: rules.grantsOf(['vendors.read']) }
  expect(all.filter((each) => may(buyer, each))).toEqual(
    all.filter((each) => [...rules.basicPermissions, 'vendors.read'].includes(each)),
  )
  const forged = { role: 'viewer', grants: ['users.manage'] }
  expect(may(forged, 'users.manage')).toBe(false)
  expect(may({ ...buyer, opens: new Set() }, 'vendors.read')).toBe(false)
  expect(may({ role: 'Buyer', grants: ['__proto__'] }, '__proto__' as Permission)).toBe(false)
})

test('a person lacks what others may give beyond their own role', () => {
  expect(rules.notHeldBy({ role: 'admin' }, all)).toEqual([])
  expect(rules.notHeldBy({ role: 'sales' }, ['customers.read', 'users.manage'])).toEqual([
    'users.manage',
  ])
})

test.each(['admin', 'Admin', 'ＡＤＭＩＮ', 'viewer'])('the name %s is reserved', (name) => {
  expect(rules.isReservedName(name)).toBe(true)
})
