import type { LineColumn } from './lines/lines.ts'
import { preferences } from '#platform/ui/preferences/preferences.ts'
import { type OrderForm, type LineProblem, type Problems, itemsOf } from './order-form.ts'

// Focus management: fields are found by these ids, so re-rendering does not matter.

export const fieldIds = {
  customer: 'order-customer',
  source: 'order-source',
  customerPO: 'order-po',
  method: 'order-method',
  shipping: 'order-shipping',
  billing: 'order-billing',
  notes: 'order-notes',
  status: 'order-status',
  validate: 'order-validate',
  create: 'order-create',
} as const

const headPath = ['customer', 'source', 'customerPO'] as const
type HeadStop = (typeof headPath)[number]

/** Whether the Enter path from the customer to the items stops at this field. */
function isStop(stop: HeadStop): boolean {
  const { orderPath } = preferences()
  return stop === 'customer' || orderPath === 'both' || orderPath === stop
}

/** Focuses the next header field on the Enter path; returns false if the items are next. */
export function focusNext(from: HeadStop): boolean {
  const next = headPath.slice(headPath.indexOf(from) + 1).find(isStop)
  if (next) focusOn(fieldIds[next])
  return next !== undefined
}

/** Focuses the previous header field, from a header field or from the first item. */
export function focusBefore(from: HeadStop | 'items'): void {
  const before = from === 'items' ? headPath : headPath.slice(0, headPath.indexOf(from))
  focusOn(fieldIds[before.findLast(isStop) ?? 'customer'])
}

/** The DOM id of a line's field. */
export function lineFieldId(key: number, column: LineColumn): string {
  return `order-line-${key}-${column}`
}

export function focusOn(id: string): void {
  const element = document.getElementById(id)
  element?.focus()
  if (element instanceof HTMLInputElement) element.select()
}

export function focusLine(key: number, column: LineColumn): void {
  focusOn(lineFieldId(key, column))
}

export function focusCustomer(): void {
  focusOn(fieldIds.customer)
}

/**
 * After a rejection: if the focus is in a field, selects its text; otherwise focuses the status,
 * from where Tab leads to the actions.
 */
export function focusRefusal(): void {
  const { activeElement } = document
  const isTyping = activeElement?.matches('input, textarea, select') ?? false
  focusOn(isTyping && activeElement ? activeElement.id : fieldIds.status)
}

/** Focuses Create if the focus is on Validate or lost. */
export function focusCreation(): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.id === fieldIds.validate) focusOn(fieldIds.create)
}

/** Focuses the first invalid field, in visual order. */
export function focusProblem(desk: OrderForm, { customer, lines }: Problems): void {
  if (customer) return focusCustomer()
  const line = itemsOf(desk).find(({ key }) => lines[key])
  const wrong = line && lines[line.key]
  if (line && wrong) focusLine(line.key, columnOf(wrong))
}

function columnOf(wrong: LineProblem): LineColumn {
  if (wrong.sku) return 'sku'
  return wrong.quantity ? 'quantity' : 'price'
}

/** The focused line and column; undefined if the focus is not in a line. */
export function focusedPlace(): { key: number; column: LineColumn } | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-line]')
  if (!row) return undefined
  const key = Number(row.dataset['line'])
  const columns = ['quantity', 'price'] as const
  const column = columns.find((each) => document.activeElement?.id === lineFieldId(key, each))
  return { key, column: column ?? 'sku' }
}
