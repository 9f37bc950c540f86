import { expect, test } from 'vitest'
import { withoutPatch, withPatch } from './preferences.ts'

const skus = { columns: ['sku'] }
const vendors = { columns: ['name'] }
const refused = { theme: 'dark', lists: { skus, vendors } } as const

test('what was refused is not sent again', () => {
  expect(withoutPatch(refused, refused)).toEqual({})
})

test('what was changed after what was refused is sent', () => {
  const again = { columns: ['sku', 'name'] }
  const later = withPatch(refused, { density: 'compact', lists: { skus: again } })
  expect(withoutPatch(later, refused)).toEqual({ density: 'compact', lists: { skus: again } })
})
