import { expect, test } from 'vitest'
import { historyPermissionOf, permissionToOpen } from './history-permissions.ts'

test('opens for those who may read its history, a refund for those who read payments', () => {
  expect(permissionToOpen('vendor_bill')).toBe('payables.read')
  expect(permissionToOpen('manual_entry')).toBe('ledger.read')
  expect(permissionToOpen('refund')).toBe('receivables.read')
  expect(historyPermissionOf('refund')).toBeUndefined()
})
