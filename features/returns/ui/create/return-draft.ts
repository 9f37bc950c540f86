import { type Cents, cents, sum, multiply } from '#platform/kernel/money.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { Returnable, createReturn } from '../../contract.ts'
import {
  type Condition,
  type Disposition,
  type ReturnType,
  defaultDisposition,
} from '../../rules.ts'

/** A line on the form; typed values remain text until they are sent. */
export type DraftLine = {
  key: string
  originalItemId: number | null
  skuId: number
  sku: string
  name: string
  unitOfMeasure: string
  /** Units ordered, moved, already on returns, and returnable; undefined without an order. */
  counts: { ordered: number; moved: number; returned: number; returnable: number } | undefined
  unitPrice: string | null
  quantity: string
  condition: Condition | ''
  disposition: Disposition
  reason: string
  /** Further remarks on the line. */
  note: string
}

export type Draft = {
  type: ReturnType
  /** The original order. */
  order: Choice | undefined
  isWithoutOrder: boolean
  /** The customer or vendor, if there is no order. */
  party: Choice | undefined
  reason: string
  notes: string
  lines: readonly DraftLine[]
}

export function emptyDraft(type: ReturnType): Draft {
  const nothing = { order: undefined, party: undefined, isWithoutOrder: false }
  return { type, ...nothing, reason: '', notes: '', lines: [] }
}

/** Builds draft lines for the returnable lines of an order, with empty quantities. */
export function linesOf({ type, items }: Returnable): DraftLine[] {
  return items
    .filter(({ returnable }) => returnable > 0)
    .map((item) => ({
      key: String(item.originalItemId),
      originalItemId: item.originalItemId,
      skuId: item.skuId,
      sku: item.sku,
      name: item.name,
      unitOfMeasure: item.unitOfMeasure,
      counts: {
        ordered: item.ordered,
        moved: item.moved,
        returned: item.returned,
        returnable: item.returnable,
      },
      unitPrice: item.unitPrice,
      quantity: '',
      condition: '',
      disposition: defaultDisposition(type, null),
      reason: '',
      note: '',
    }))
}

/** Changes the condition of a line; the disposition follows unless the user has changed it. */
export function withCondition(line: DraftLine, condition: Condition | '', type: ReturnType) {
  const before = defaultDisposition(type, line.condition || null)
  const isDefault = line.disposition === before
  const disposition = isDefault ? defaultDisposition(type, condition || null) : line.disposition
  return { ...line, condition, disposition }
}

/** The quantity of a line whose text the browser cannot read as a number, such as `1e`. */
export const unreadQuantity = 'not a number'

/** Returns the lines with a quantity. */
export function chosenLines({ lines }: Draft): readonly DraftLine[] {
  return lines.filter(({ quantity }) => quantity.trim() !== '' && Number(quantity) !== 0)
}

/** A validation error: the field and its message. */
export type Problem = { field: string; message: string }

/** Returns the validation errors of the draft, in the order of the form. */
export function problemsOf(draft: Draft): Problem[] {
  const reason = draft.reason.trim() === '' ? [{ field: 'reason', message: 'Required' }] : []
  const lines = draft.lines.flatMap((line) => {
    const message = quantityError(line)
    return message ? [{ field: `quantity-${line.key}`, message }] : []
  })
  const none = chosenLines(draft).length === 0
  const nothing = { field: 'lines', message: 'At least one item is required' }
  return [...reason, ...lines, ...(none ? [nothing] : [])]
}

/** Returns the input id of a field, to which the error summary links. */
export function inputId(field: string): string {
  return `return-${field}`
}

/** Converts problems for the error summary; a missing line points to the first quantity. */
export function invalidFields(draft: Draft, problems: readonly Problem[]) {
  return problems.map(({ field, message }) => {
    if (field === 'reason') return { id: inputId(field), label: 'Reason', message }
    const line = draft.lines.find(({ key }) => field === `quantity-${key}`)
    if (line) return { id: inputId(field), label: `Quantity ${line.sku}`, message }
    const [first] = draft.isWithoutOrder ? [] : draft.lines
    return { id: inputId(first ? `quantity-${first.key}` : field), label: 'Lines', message }
  })
}

function quantityError({ quantity, counts, unitPrice }: DraftLine): string | undefined {
  if (quantity.trim() === '') return undefined
  const units = Number(quantity)
  if (!Number.isInteger(units) || units < 0) return 'Must be a whole number'
  if (counts && units > counts.returnable) return `At most ${counts.returnable} can be returned`
  const isTooMuch = unitPrice !== null && multiply(cents(unitPrice), units) === undefined
  return isTooMuch ? 'This amount is too large' : undefined
}

/** Returns the total of a line; undefined if the user may not see its price. */
export function lineTotal({ unitPrice, quantity }: DraftLine): Cents | undefined {
  return unitPrice === null ? undefined : multiply(cents(unitPrice), Number(quantity))
}

/** Returns the total of the return; undefined if the user may not see a price. */
export function totalOf(draft: Draft): Cents | undefined {
  const totals = chosenLines(draft).map(lineTotal)
  return totals.some((total) => total === undefined) ? undefined : sum(totals as Cents[])
}

/** Builds the request body for the draft. */
export function bodyOf(draft: Draft): WireBodyOf<typeof createReturn> {
  const { type, order, isWithoutOrder, party, reason, notes } = draft
  const isSale = type === 'rma'
  const origin = isSale ? { salesOrderId: order?.id } : { purchaseOrderId: order?.id }
  const owner = isSale ? { customerId: party?.id } : { vendorId: party?.id }
  return {
    type,
    ...(isWithoutOrder ? owner : origin),
    reason,
    notes,
    items: chosenLines(draft).map((line) => ({
      ...(line.originalItemId ? { originalItemId: line.originalItemId } : { skuId: line.skuId }),
      quantity: Number(line.quantity),
      reason: line.reason,
      note: line.note,
      condition: line.condition || null,
      disposition: line.disposition,
    })),
  }
}
