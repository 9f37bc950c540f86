import { importedTables } from '#features/audit/imports-contract.ts'
import { type Holder, may, type Permission } from '#features/auth/rules.ts'

/** The tables whose records are imported or edited in bulk. */
export const changedTables = [
  ...importedTables,
  'returns',
  'vendor_bills',
  'vendor_payments',
] as const
export type ChangedTable = (typeof changedTables)[number]

/** An import, the upsert of a program, or what a bulk edit does to its records. */
export const changeActions = [
  'import',
  'upsert',
  'activate',
  'deactivate',
  'delete',
  'restore',
  'adjust_prices',
  'plan_prices',
  'submit',
  'approve',
  'withdraw',
  'process',
  'ship',
  'recall',
  'release',
] as const
export type ChangeAction = (typeof changeActions)[number]

/**
 * `undoable`; `undone`; `expired` if it is too old to undo; `final` if it changed nothing or cannot
 * be undone as a whole.
 */
export const changeStates = ['undoable', 'undone', 'expired', 'final'] as const
export type ChangeState = (typeof changeStates)[number]

/** What an import or a bulk edit did with one record. */
export const rowResults = ['created', 'updated', 'changed', 'skipped'] as const
export type RowResult = (typeof rowResults)[number]

/**
 * Who may see and undo changes of a kind, and what an undo does; `undo` is another permission that
 * it needs, `instead` what to do if they cannot be undone.
 */
type ChangeKind = {
  permission: Permission
  undo?: Permission
  effect?: string
  instead?: string
}

const goodsHaveShipped =
  'The goods have shipped and been invoiced. Create returns for them instead.'
const returnsGoods =
  'A return is created for each order. The goods are put back and the customer is credited when ' +
  'it is received and completed.'

/** The bulk edits of master data; deletions and restorations need a permission of their own. */
function masterEdits(edit: Permission, remove: Permission) {
  return {
    activate: { permission: edit },
    deactivate: { permission: edit },
    delete: { permission: remove },
    restore: { permission: remove },
  }
}

const changeKinds: Readonly<
  Record<ChangedTable, { readonly [Action in ChangeAction]?: ChangeKind }>
> = {
  customers: {
    import: { permission: 'customers.import' },
    upsert: { permission: 'customers.edit' },
    ...masterEdits('customers.edit', 'customers.delete'),
  },
  vendors: {
    import: { permission: 'vendors.import' },
    ...masterEdits('vendors.edit', 'vendors.delete'),
  },
  skus: {
    import: { permission: 'skus.import' },
    upsert: { permission: 'skus.edit' },
    ...masterEdits('skus.edit', 'skus.delete'),
    adjust_prices: { permission: 'skus.edit' },
  },
  sku_prices: {
    import: { permission: 'skus.import' },
    upsert: { permission: 'skus.edit' },
    plan_prices: { permission: 'skus.edit' },
  },
  contract_pricing: {
    import: { permission: 'pricing.edit' },
    upsert: { permission: 'pricing.edit' },
  },
  stock_adjustments: {
    import: {
      permission: 'skus.importCount',
      undo: 'skus.adjust',
      effect: 'The stock change made by the count is reversed for each SKU.',
    },
  },
  purchase_orders: {
    import: { permission: 'purchaseOrders.import', effect: 'The drafts are cancelled.' },
    submit: { permission: 'purchaseOrders.create', effect: 'The orders become drafts again.' },
    withdraw: { permission: 'purchaseOrders.create', instead: 'Submit the orders again instead.' },
    approve: { permission: 'purchaseOrders.approve', instead: 'Cancel the orders instead.' },
  },
  sales_orders: {
    import: { permission: 'orders.import', effect: 'The orders are cancelled.' },
    process: {
      permission: 'salesOrders.process',
      undo: 'salesOrders.recall',
      effect: 'The orders are recalled from the warehouse.',
    },
    recall: { permission: 'salesOrders.recall', instead: 'Process the orders again instead.' },
    ship: { permission: 'salesOrders.ship', instead: goodsHaveShipped },
  },
  shipments: {
    import: { permission: 'salesOrders.ship', undo: 'returns.createRma', effect: returnsGoods },
  },
  returns: { approve: { permission: 'returns.approve', instead: 'Cancel the returns instead.' } },
  vendor_bills: {
    release: { permission: 'payables.release', instead: 'Void the bills instead.' },
  },
  vendor_payments: {
    release: { permission: 'payables.releasePayment', instead: 'Void the payments instead.' },
  },
}

/** The kinds of changes by key, such as `customers:import`. */
const kinds = changedTables.flatMap((table) =>
  changeActions.flatMap((action) => {
    const kind = changeKinds[table][action]
    return kind ? [{ key: `${table}:${action}`, ...kind }] : []
  }),
)

/** The keys of the kinds of changes that a user may see, which are those that they may make. */
export function visibleKinds(user: Holder | undefined): string[] {
  return kinds.flatMap(({ key, permission }) => (user && may(user, permission) ? [key] : []))
}

/** The keys of the kinds of changes that can be undone as a whole. */
export const undoableKinds: readonly string[] = kinds.flatMap(({ key, instead }) =>
  instead === undefined ? [key] : [],
)

/** The permission that the undo of a change needs besides the one to make such a change. */
export function undoPermission(table: ChangedTable, action: ChangeAction): Permission | undefined {
  return changeKinds[table][action]?.undo
}

/** What the undo of a change does, if it creates documents or steps of their own. */
export function effectOfUndo(table: ChangedTable, action: ChangeAction): string | undefined {
  return changeKinds[table][action]?.effect
}

/** What to do instead of undoing a change; undefined if it can be undone. */
export function insteadOfUndo(table: ChangedTable, action: ChangeAction): string | undefined {
  return changeKinds[table][action]?.instead
}
