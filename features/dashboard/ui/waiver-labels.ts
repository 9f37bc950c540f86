import type { AuditedEntity } from '#features/audit/audited-entities.ts'
import type { Waiver } from '../contract.ts'

/** Display name of a waiver's document type. */
const kinds: Partial<Record<AuditedEntity, string>> = {
  sales_order: 'Sales order',
  purchase_order: 'Purchase order',
  vendor_bill: 'Vendor bill',
  vendor_payment: 'Vendor payment',
  customer_payment: 'Payment',
  credit_memo: 'Credit memo',
  return: 'Return',
  period: 'Month',
  sku: 'SKU',
}

export function kindOf({ entity }: Pick<Waiver, 'entity'>): string {
  return kinds[entity] ?? entity
}

/** Display name of the document: `Purchase order PO-1001`. */
export function documentOf(waiver: Pick<Waiver, 'entity' | 'code'>): string {
  return `${kindOf(waiver)} ${waiver.code}`
}

const actionLabels: Record<string, string> = {
  'override-credit': 'approved above the credit limit',
  'release-refund': 'released the refund',
  'approve-adjust': 'approved the adjustment',
  adjust: 'adjusted the stock',
  approve: 'approved',
  complete: 'completed',
  create: 'created',
  deliver: 'delivered',
  process: 'started',
  receive: 'received',
  release: 'released',
  reopen: 'reopened',
  ship: 'shipped',
  submit: 'submitted',
}

/** Display name of the action: `approved`. An unknown action is returned unchanged. */
export function actionLabelOf({ action }: Pick<Waiver, 'action'>): string {
  return actionLabels[action] ?? action
}

const refund = 'Requested a refund, or created its credit or return, and released it'

/**
 * Description of each bypassed control, optionally prefixed by document type: the two duties that
 * one person performed (docs/rules.md, Separation of duties), or another control.
 */
const controlLabels: Record<string, string> = {
  'sales_order enter-override': 'Entered an order and approved it above the credit limit',
  'sales_order limit-override':
    'Changed a credit limit and approved an order with it on the same day',
  'sales_order enter-margin': 'Entered an order and released its margin',
  'sales_order credit': 'Credit limit',
  'sales_order payment': 'Prepayment',
  'purchase_order self-approval': 'Created a purchase order and approved it',
  'purchase_order receipt-by-approver': 'Approved a purchase order and received its goods',
  'purchase_order approval-limit': 'Approval limit',
  'purchase_order nothing-ordered': 'Empty order',
  'vendor_bill self-release': 'Entered a bill and released it',
  'vendor_bill second-person': 'Released a bill twice, also as the second person',
  'vendor_bill bill-by-buyer': 'Approved or received an order and released its bill',
  'vendor_payment self-release': 'Prepared a payment and released it',
  'vendor_payment vendor-edited': 'Changed a vendor’s terms and released a payment to them',
  'customer_payment self-approval': refund,
  'credit_memo self-approval': refund,
  'return self-approval': 'Created a return and approved or completed it',
  'return return-window': 'Return window',
  'period close-reopen': 'Closed a month and reopened it',
  'sku adjust-approve': 'Adjusted stock and approved it above 1,000.00 at cost',
  'new-role': 'Decided on own records within 24 hours of a new role',
  role: 'Missing permission',
}

/** Describes a waiver's bypassed controls; an unknown control is shown by its code. */
export function skippedControlsText({
  entity,
  controls,
}: Pick<Waiver, 'entity' | 'controls'>): string {
  const labels = controls.map(
    (control) => controlLabels[`${entity} ${control}`] ?? controlLabels[control] ?? control,
  )
  return labels.join('; ')
}

const linkTo = (page: string, key: string) => `${page}?open=${encodeURIComponent(key)}`

/** URL path of a waiver's document; undefined if it has no page. */
export function pathOf({ entity, entityId, code }: Waiver): string | undefined {
  if (entity === 'sales_order') return linkTo('/sales-orders', code)
  if (entity === 'purchase_order') return linkTo('/purchase-orders', code)
  if (entity === 'return') return linkTo('/returns', code)
  if (entity === 'sku') return `${linkTo('/skus', code)}&tab=movements`
  if (entity === 'vendor_bill') return `/ap-reports?tab=bills&open=${entityId}`
  if (entity === 'vendor_payment') return `/ap-reports?tab=payments&open=${entityId}`
  if (entity === 'customer_payment' || entity === 'credit_memo') return linkTo('/ar-reports', code)
  return entity === 'period' ? '/journal?tab=periods' : undefined
}
