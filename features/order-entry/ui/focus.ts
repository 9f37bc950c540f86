import type { LineColumn } from './lines/lines.ts'
import { preferences } from '#platform/ui/preferences/preferences.ts'
import { type Desk, type LineProblem, type Problems, itemsOf } from './order-form.ts'

// Where the keyboard stands: fields are found by these ids, whatever was drawn since.

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

/** Whether Enter stops there on its way from the customer to the items. */
function isStop(stop: HeadStop): boolean {
  const { orderPath } = preferences()
  return stop === 'customer' || orderPath === 'both' || orderPath === stop
}

/** Goes on from a field above the items; answers false where the items come next. */
export function focusNext(from: HeadStop): boolean {
  const next = headPath.slice(headPath.indexOf(from) + 1).find(isStop)
  if (next) focusOn(fieldIds[next])
  return next !== undefined
}

/** Goes back from a field above the items, or from the first of these. */
export function focusBefore(from: HeadStop | 'items'): void {
  const before = from === 'items' ? headPath : headPath.slice(0, headPath.indexOf(from))
  focusOn(fieldIds[before.findLast(isStop) ?? 'customer'])
}

/** The id of a line's field. */
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
 * After a refusal: whoever types goes on in the same field, its text ready to be typed over;
 * everybody else is led to the decision, from where Tab leads to the ways out.
 */
export function focusRefusal(): void {
  const { activeElement } = document
  const isTyping = activeElement?.matches('input, textarea, select') ?? false
  focusOn(isTyping && activeElement ? activeElement.id : fieldIds.status)
}

/** The button that creates, where the keyboard stood on the one that validates. */
export function focusCreation(): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.id === fieldIds.validate) focusOn(fieldIds.create)
}

/** The first field that is wrong, in the order the eye meets them. */
export function focusProblem(desk: Desk, { customer, lines }: Problems): void {
  if (customer) return focusCustomer()
  const line = itemsOf(desk).find(({ key }) => lines[key])
  const wrong = line && lines[line.key]
  if (line && wrong) focusLine(line.key, columnOf(wrong))
}

function columnOf(wrong: LineProblem): LineColumn {
  if (wrong.sku) return 'sku'
  return wrong.quantity ? 'quantity' : 'price'
}

/** The line and the column that hold the keyboard, where it is in a line. */
export function focusedPlace(): { key: number; column: LineColumn } | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-line]')
  if (!row) return undefined
  const key = Number(row.dataset['line'])
  const columns = ['quantity', 'price'] as const
  const column = columns.find((each) => document.activeElement?.id === lineFieldId(key, each))
  return { key, column: column ?? 'sku' }
}
