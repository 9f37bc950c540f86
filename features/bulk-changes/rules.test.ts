import { expect, test } from 'vitest'
import { importedTables } from '#features/audit/contract.ts'
import { linkOfRow } from './record-links.ts'
import {
  effectOfUndo,
  insteadOfUndo,
  undoableKinds,
  undoPermission,
  visibleKinds,
} from './rules.ts'

test('an administrator sees every kind of change', () => {
  const visible = visibleKinds({ role: 'admin' })
  expect(visible).toEqual(expect.arrayContaining([...undoableKinds]))
  expect(visible).toContain('shipments:import')
})

test('a role sees the changes that it may make', () => {
  expect(visibleKinds({ role: 'warehouse' })).toEqual([
    'sales_orders:process',
    'sales_orders:ship',
    'stock_adjustments:import',
    'shipments:import',
  ])
  expect(visibleKinds({ role: 'viewer' })).toEqual([])
  expect(visibleKinds(undefined)).toEqual([])
})

test('who may edit customers but not delete them sees no deletions', () => {
  const visible = visibleKinds({ role: 'sales' }).filter((key) => key.startsWith('customers:'))
  expect(visible).toEqual(['customers:upsert', 'customers:activate', 'customers:deactivate'])
})

test('every import can be undone', () => {
  const final = importedTables.filter((table) => !undoableKinds.includes(`${table}:import`))
  expect(final).toEqual([])
  expect(effectOfUndo('sales_orders', 'import')).toBe('The orders are cancelled.')
})

test('a change that cannot be undone says what to do instead', () => {
  expect(insteadOfUndo('purchase_orders', 'approve')).toBe('Cancel the orders instead.')
  expect(insteadOfUndo('customers', 'import')).toBeUndefined()
})

test('some undos need another permission than the change', () => {
  expect(undoPermission('sales_orders', 'process')).toBe('salesOrders.recall')
  expect(undoPermission('shipments', 'import')).toBe('returns.createRma')
  expect(undoPermission('stock_adjustments', 'import')).toBe('skus.adjust')
  expect(undoPermission('customers', 'import')).toBeUndefined()
})

test('a row opens its record, and a count the SKU', () => {
  expect(linkOfRow('vendor_bills', { id: 7, record: 'B-1' })).toBe('/ap-reports?tab=bills&open=7')
  expect(linkOfRow('stock_adjustments', { id: 3, record: 'S 1' })).toBe('/skus?open=S%201')
  expect(linkOfRow('customers', { id: 3, record: null })).toBeUndefined()
  expect(linkOfRow('shipments', { id: 3, record: 'SO-1-1' })).toBeUndefined()
})
