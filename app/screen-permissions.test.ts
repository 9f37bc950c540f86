import { expect, test } from 'vitest'
import { grantsOf } from '#features/auth/role-rules.ts'
import { roles } from '#features/auth/rules.ts'
import { pages } from './menu.tsx'
import { isInMenu } from './screen-permissions.ts'

const paths = pages.map(({ path }) => path)

test.each(roles)('the built-in role %s has the whole menu', (role) => {
  expect(paths.filter((path) => !isInMenu({ role }, path))).toEqual([])
})

test('an own role has the screens that it may see, help and the health check', () => {
  const buyer = { role: 'Buyer', grants: grantsOf(['vendors.read']) }
  expect(paths.filter((path) => isInMenu(buyer, path))).toEqual([
    '/vendors',
    '/system-health',
    '/help',
  ])
})
