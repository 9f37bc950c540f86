import { expect, test } from 'vitest'
import { migrateFormerLayouts } from './former-layouts.ts'

function storageOf(stored: Record<string, string>) {
  const entries = new Map(Object.entries(stored))
  return {
    get length() {
      return entries.size
    },
    key: (at: number) => [...entries.keys()][at] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
  }
}

test('migrates list layouts stored under their former keys, once', () => {
  const storage = storageOf({
    'prizm.preferences': '{}',
    'prizm.pageSize': '25',
    'prizm.table.skus': '{"columns":["sku","name"],"widths":{"sku":9000}}',
    'prizm.table.returns-customerId': '{"widths":{"status":120}}',
    'prizm.table.vendors': 'no JSON',
  })
  expect(migrateFormerLayouts(storage)).toEqual({
    pageSize: 25,
    lists: {
      skus: { columns: ['sku', 'name'], widths: { sku: 4000 } },
      'customer-returns': { widths: { status: 120 } },
    },
  })
  expect(storage.length).toBe(1)
  expect(migrateFormerLayouts(storage)).toEqual({})
})
