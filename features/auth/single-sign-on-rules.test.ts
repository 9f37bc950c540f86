import { expect, test } from 'vitest'
import {
  isSameEmail,
  needsUserInfo,
  personOf,
  roleAfterSignOn,
  roleOfGroups,
  usernamesFor,
} from './single-sign-on-rules.ts'

const groupRoles = [
  { group: 'erp-managers', role: 'manager' },
  { group: 'erp-sales', role: 'sales' },
] as const
const strict = { groupRoles, defaultRole: null }

test.each([
  [['erp-sales', 'erp-managers'], 'manager'],
  [['staff', 'erp-sales'], 'sales'],
  [['ERP-SALES'], undefined],
  [['staff'], undefined],
  [[], undefined],
])('the groups %j give the role %s', (groups, role) => {
  expect(roleOfGroups(groups, strict)).toBe(role)
})

test('without a mapped group a person gets the default role, if there is one', () => {
  expect(roleOfGroups(['staff'], { groupRoles, defaultRole: 'viewer' })).toBe('viewer')
})

test('an account keeps its role while no group is mapped, and not after', () => {
  expect(roleAfterSignOn('finance', ['staff'], { groupRoles: [], defaultRole: null })).toBe(
    'finance',
  )
  expect(roleAfterSignOn('finance', ['erp-sales'], strict)).toBe('sales')
  expect(roleAfterSignOn('admin', ['staff'], strict)).toBeUndefined()
})

test('an email and its verification come from the same answer', () => {
  const verified = { email: 'bo@example.com', email_verified: true }
  expect(personOf({ sub: 'a', email: 'eve@example.com' }, verified, 'groups')).toMatchObject({
    email: 'eve@example.com',
    isEmailVerified: false,
  })
  expect(personOf({ sub: 'a' }, verified, 'groups')).toMatchObject({
    email: 'bo@example.com',
    isEmailVerified: true,
  })
})

test('of two answers with the same email, the ID token says first whether it is verified', () => {
  const email = 'bo@example.com'
  const isVerified = (token: boolean | undefined, info: boolean | undefined) =>
    personOf({ sub: 'a', email, email_verified: token }, { email, email_verified: info }, 'groups')
      .isEmailVerified
  expect(isVerified(undefined, true)).toBe(true)
  expect(isVerified(true, undefined)).toBe(true)
  expect(isVerified(false, true)).toBe(false)
  expect(isVerified(undefined, undefined)).toBe(false)
})

test('the UserInfo endpoint is asked for an email, its verification or groups', () => {
  const all = { sub: 'a', email: 'a@b', email_verified: false, groups: [] }
  expect(needsUserInfo(all, 'groups')).toBe(false)
  for (const name of ['email', 'email_verified', 'groups']) {
    expect(needsUserInfo({ ...all, [name]: undefined }, 'groups'), name).toBe(true)
  }
})

test('only true verifies an email, and only texts are groups', () => {
  const claims = { sub: 'a', email: 'a@b', email_verified: 'true', groups: ['x', 7, null, 'y'] }
  expect(personOf(claims, undefined, 'groups')).toEqual({
    subject: 'a',
    email: 'a@b',
    isEmailVerified: false,
    username: undefined,
    groups: ['x', 'y'],
  })
  expect(personOf({ sub: 'a', role: 'sales' }, undefined, 'role').groups).toEqual(['sales'])
})

test.each([
  [{ username: 'bo', email: 'x@example.com' }, ['bo', 'bo-2', 'bo-3']],
  [{ username: 'bo@example.com', email: undefined }, ['bo', 'bo-2', 'bo-3']],
  [{ username: undefined, email: 'bo.b@example.com' }, ['bo.b', 'bo.b-2', 'bo.b-3']],
  [{ username: ' \u200b ', email: undefined }, ['user', 'user-2', 'user-3']],
])('%j gets the first free of the names %j', (person, names) => {
  expect(usernamesFor(person).slice(0, 3)).toEqual(names)
})

test('a long name leaves room for its number', () => {
  const names = usernamesFor({ username: 'x'.repeat(80), email: undefined })
  expect(Math.max(...names.map(({ length }) => length))).toBe(50)
})

test.each([
  ['sid@example.com', 'SID@Example.com', true],
  ['sid@example.com', 's\u0131d@example.com', false],
  ['sid@example.com', 'sid@exam\uff50le.com', false],
  ['sid@example.com', 's.id@example.com', false],
])('the addresses %s and %s are the same: %s', (one, other, isSame) => {
  expect(isSameEmail(one, other)).toBe(isSame)
})
