import { expect, test } from 'vitest'
import { withoutPatch, withPatch } from './preferences.ts'

const skus = { columns: ['sku'] }
const vendors = { columns: ['name'] }
const refused = { theme: 'dark', lists: { skus, vendors } } as const

test('a rejected patch is not sent again', () => {
  expect(withoutPatch(refused, refused)).toEqual({})
})

test('changes made after a rejected patch are sent', () => {
  const again = { columns: ['sku', 'name'] }
  const later = withPatch(refused, { density: 'compact', lists: { skus: again } })
  expect(withoutPatch(later, refused)).toEqual({ density: 'compact', lists: { skus: again } })
})
