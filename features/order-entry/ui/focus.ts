import type { RecordedFieldName } from '#features/sales-orders/recorded-fields.ts'
import type { LineColumn } from './lines/lines.ts'
import { preferences } from '#platform/ui/preferences/preferences.ts'
import {
  type HeaderFieldName,
  type LineProblem,
  type OrderForm,
  type Problems,
  headerFieldNames,
  itemsOf,
} from './order-form.ts'

// Focus management: fields are found by these ids, so re-rendering does not matter.

export const fieldIds = {
  customer: 'order-customer',
  source: 'order-source',
  customerPO: 'order-po',
  method: 'order-method',
  shipDate: 'order-ship-date',
  shipping: 'order-shipping',
  billing: 'order-billing',
  status: 'order-status',
  validate: 'order-validate',
  create: 'order-create',
} as const

/** The DOM id of a recorded field that has none of its own. */
export function recordedFieldId(name: RecordedFieldName): string {
  return `order-${name}`
}

const headerPath = ['customer', 'source', 'customerPO'] as const
type HeaderField = (typeof headerPath)[number]

/** Whether the Enter path from the customer to the items stops at this field. */
function isOnPath(field: HeaderField): boolean {
  const { orderPath } = preferences()
  return field === 'customer' || orderPath === 'both' || orderPath === field
}

/** Focuses the next header field on the Enter path; returns false if the items are next. */
export function focusNext(from: HeaderField): boolean {
  const next = headerPath.slice(headerPath.indexOf(from) + 1).find(isOnPath)
  if (next) focusById(fieldIds[next])
  return next !== undefined
}

/** Focuses the previous header field, from a header field or from the first item. */
export function focusPreviousField(from: HeaderField | 'items'): void {
  const previousFields =
    from === 'items' ? headerPath : headerPath.slice(0, headerPath.indexOf(from))
  focusById(fieldIds[previousFields.findLast(isOnPath) ?? 'customer'])
}

export function lineFieldId(key: number, column: LineColumn): string {
  return `order-line-${key}-${column}`
}

export function focusById(id: string): void {
  const element = document.getElementById(id)
  element?.focus()
  if (element instanceof HTMLInputElement) element.select()
}

export function focusLine(key: number, column: LineColumn): void {
  focusById(lineFieldId(key, column))
}

export function focusCustomer(): void {
  focusById(fieldIds.customer)
}

/**
 * After a rejection: if the focus is in a field, selects its text; otherwise focuses the status,
 * from where Tab leads to the actions.
 */
export function focusRefusal(): void {
  const { activeElement } = document
  const isTyping = activeElement?.matches('input, textarea, select') ?? false
  focusById(isTyping && activeElement ? activeElement.id : fieldIds.status)
}

/** Focuses Create if the focus is on Validate or lost. */
export function focusCreation(): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.id === fieldIds.validate) focusById(fieldIds.create)
}

/** The DOM id of a field of the header. */
function headerFieldId(name: HeaderFieldName): string {
  if (name === 'shipDate') return fieldIds.shipDate
  if (name === 'shippingAddress') return fieldIds.shipping
  if (name === 'billingAddress') return fieldIds.billing
  return name === 'customerPO' ? fieldIds.customerPO : recordedFieldId(name)
}

/** Focuses the first invalid field, in visual order. */
export function focusProblem(orderForm: OrderForm, { customer, header, lines }: Problems): void {
  if (customer) return focusCustomer()
  const field = headerFieldNames.find((name) => header?.[name])
  if (field) return focusById(headerFieldId(field))
  const line = itemsOf(orderForm).find(({ key }) => lines[key])
  const problem = line && lines[line.key]
  if (line && problem) focusLine(line.key, columnOf(problem))
}

function columnOf(problem: LineProblem): LineColumn {
  if (problem.sku) return 'sku'
  return problem.quantity ? 'quantity' : 'price'
}

/** The focused line and column; undefined if the focus is not in a line. */
export function focusedCell(): { key: number; column: LineColumn } | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-line]')
  if (!row) return undefined
  const key = Number(row.dataset['line'])
  const columns = ['quantity', 'price'] as const
  const column = columns.find((each) => document.activeElement?.id === lineFieldId(key, each))
  return { key, column: column ?? 'sku' }
}
