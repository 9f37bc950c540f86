import type { ChangeAction, ChangedTable, ChangeState, RowResult } from './rules.ts'

/** What the records of a change are called. */
export const tableLabels: Readonly<Record<ChangedTable, string>> = {
  customers: 'Customers',
  vendors: 'Vendors',
  skus: 'SKUs',
  sku_prices: 'Planned prices',
  contract_pricing: 'Contract prices',
  purchase_orders: 'Purchase orders',
  sales_orders: 'Sales orders',
  stock_adjustments: 'Stock counts',
  shipments: 'Shipments',
  returns: 'Returns',
  vendor_bills: 'Vendor bills',
  vendor_payments: 'Vendor payments',
}

/** What each action is called. */
export const actionLabels: Readonly<Record<ChangeAction, string>> = {
  import: 'Import',
  upsert: 'Upsert by API',
  activate: 'Activate',
  deactivate: 'Deactivate',
  delete: 'Delete',
  restore: 'Restore',
  adjust_prices: 'Adjust prices',
  plan_prices: 'Plan prices',
  submit: 'Submit',
  approve: 'Approve',
  withdraw: 'Withdraw',
  process: 'Process',
  ship: 'Ship',
  recall: 'Recall',
  release: 'Release',
}

/** What each state is called. */
export const stateLabels: Readonly<Record<ChangeState, string>> = {
  undoable: 'Can be undone',
  undone: 'Undone',
  expired: 'Too old to undo',
  final: 'Cannot be undone',
}

/** What the result of a record is called. */
export const resultLabels: Readonly<Record<RowResult, string>> = {
  created: 'Created',
  updated: 'Updated',
  changed: 'Changed',
  skipped: 'Skipped',
}

type Counts = {
  action: ChangeAction
  created: number
  updated: number
  unchanged: number
  skipped: number
}

/**
 * The counts of a change in one line: `2 created, 1 skipped`. Imports update records and bulk edits
 * change them, as `resultLabels` has it.
 */
export function countsText({ action, created, updated, unchanged, skipped }: Counts): string {
  const named = [
    [created, 'created'],
    [updated, action === 'import' ? 'updated' : 'changed'],
    [unchanged, 'unchanged'],
    [skipped, 'skipped'],
  ] as const
  const parts = named.flatMap(([count, name]) =>
    count > 0 ? [`${count.toLocaleString('en-US')} ${name}`] : [],
  )
  return parts.join(', ') || 'No changes'
}
