import type { IntakeCell, IntakeProblem } from '#features/intake/intake-form.ts'
import { type NewMessage, recordMessage } from '#features/intake/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Partner } from '../outbound/export-interchange.ts'
import type { Segment } from '../../x12.ts'
import type { OrderOutcome } from './import-orders-850.ts'
import {
  orderedUnits,
  type PurchaseOrder850,
  rankedProductIds,
  readPurchaseOrder,
} from './purchase-order-850.ts'

// An 850 in the intake inbox. Its message is the set as text; the interchange that contained it
// stays with its bytes in the EDI files.

/** The record of the inbox's source for the document of a set. */
function sourceKeyOf(documentId: number): string {
  return `edi_document ${documentId}`
}

/** The id of the document of a message; undefined if it has none. */
export function documentIdOf(sourceKey: string | null): number | undefined {
  const [kind, id] = sourceKey?.split(' ') ?? []
  return kind === 'edi_document' && id !== undefined ? Number(id) : undefined
}

type SetOutcome = Pick<
  OrderOutcome,
  | 'state'
  | 'reason'
  | 'isSkipped'
  | 'isDuplicate'
  | 'repeatedOrder'
  | 'order'
  | 'problem'
  | 'unknownLines'
>

type RecordedSet = {
  documentId: number
  reference: string | null
  segments: readonly Segment[]
  outcome: SetOutcome
}

/**
 * Records a received 850 in the inbox, in the open transaction: placed, in need of attention, a
 * duplicate, or rejected. A cancellation that was carried out leaves no message.
 */
export async function recordOrder850(
  ctx: Context,
  partner: Partner,
  { documentId, reference, segments, outcome }: RecordedSet,
): Promise<void> {
  if (outcome.state === 'cancelled') return
  // A set that is not valid may lack what is read of an order.
  const lines = outcome.state === 'rejected' ? [] : readPurchaseOrder(segments).lines
  await recordMessage(ctx, {
    channel: 'edi',
    sourceKey: sourceKeyOf(documentId),
    sender: partner.name,
    senderKey: `partner ${partner.id}`,
    subject: `850 ${reference ?? ''}`.trim(),
    mediaType: 'application/edi-x12',
    raw: Buffer.from(textOf(segments), 'utf8'),
    customerId: partner.customerId,
    customerPO: reference,
    ...messageOutcomeOf(partner, { lines, outcome }),
  })
}

/** What is noted at the other copies of an 850 that led to an order. */
export function noteOfCopies({ orderNumber }: { orderNumber: string }): string {
  return `Copy of the 850 of ${orderNumber}`
}

/** The text of a set, one segment a line. */
function textOf(segments: readonly Segment[]): string {
  return segments.map((segment) => `${segment.join('*')}~\n`).join('')
}

/** The order of an 850 among the rows of its message: it is the only one. */
export const rowOfOrder = 1

type MessageOutcome = Pick<NewMessage, 'state' | 'problems' | 'reason' | 'orderIds'>

/** What an outcome means for the message of its 850. */
export function messageOutcomeOf(
  partner: Partner,
  { lines, outcome }: { lines: PurchaseOrder850['lines']; outcome: SetOutcome },
): MessageOutcome {
  const { state, reason, isSkipped = false, isDuplicate = false, order } = outcome
  if (order) return { state: 'placed', reason, orderIds: [order.id] }
  if (isSkipped || state === 'rejected') {
    return { state: 'rejected', reason: reason ?? 'The partner’s file is not valid' }
  }
  if (isDuplicate || state === 'duplicate') {
    // What a person reads who opens it again.
    return { state: 'duplicate', reason, problems: [duplicateOf(reason ?? '', outcome)] }
  }
  const { problem, unknownLines = [] } = outcome
  const parts = unknownParts(partner, lines, unknownLines)
  const problems = [refusalOf(reason, { problem, lines }), ...parts, ...wrongQuantities(lines)]
  return { state: 'needs attention', problems }
}

/** Opened again, it can be placed beside the order that has its PO. */
function duplicateOf(
  reason: string,
  { repeatedOrder, problem }: Pick<SetOutcome, 'repeatedOrder' | 'problem'>,
): IntakeProblem {
  if (repeatedOrder === undefined) {
    return { path: '', ...(problem ?? { message: `${reason}. Run this message again` }) }
  }
  const message = `${reason}. Create it again if it is another order`
  const record = { kind: 'sales order' as const, code: repeatedOrder }
  return { path: '', message, record, repeatedRow: rowOfOrder, repeatedOrder }
}

/** The refusal itself, with its next step. */
function refusalOf(
  reason: string | null,
  { problem, lines }: Pick<SetOutcome, 'problem'> & { lines: PurchaseOrder850['lines'] },
): IntakeProblem {
  if (!problem) return { path: '', message: reason ?? 'It was not placed' }
  const { hasQuantities = false, ...sentence } = problem
  return { path: '', ...sentence, ...(hasQuantities && { cells: largestQuantities(lines) }) }
}

/** At most so many quantities of an order that is too large are offered. */
const mostQuantities = 20

function largestQuantities(lines: PurchaseOrder850['lines']): IntakeCell[] {
  const cells = lines.map(quantityCell)
  return cells.toSorted((a, b) => Number(b.text) - Number(a.text)).slice(0, mostQuantities)
}

/** The quantity of a line as it is read now, which may be corrected in the message. */
function quantityCell(
  { lineNo, quantity, correctedQuantity = quantity }: PurchaseOrder850['lines'][number],
  index: number,
): IntakeCell {
  const place = { rows: [index + 1], field: 'quantity', label: `Quantity in line ${lineNo}` }
  return { ...place, text: correctedQuantity }
}

/** The lines with a quantity that we cannot ship; a person may correct it in the message. */
function wrongQuantities(lines: PurchaseOrder850['lines']): IntakeProblem[] {
  return lines.flatMap((line, index) => {
    if (orderedUnits(line) !== undefined) return []
    const { lineNo } = line
    const cell = quantityCell(line, index)
    const quantityText = `Line ${lineNo}: the quantity ${cell.text}`
    const message = `${quantityText} must be a whole number of at least 1`
    return [{ path: `line ${lineNo} quantity`, message, cells: [cell] }]
  })
}

/**
 * The lines whose product IDs are no active SKUs of ours; a person may say which SKU each means, or
 * activate the one that it names.
 */
function unknownParts(
  { customerId }: Partner,
  lines: PurchaseOrder850['lines'],
  unknownLines: NonNullable<SetOutcome['unknownLines']>,
): IntakeProblem[] {
  const unknown = new Map(unknownLines.map((line) => [line.lineNo, line]))
  return lines.flatMap((line): IntakeProblem[] => {
    const { lineNo } = line
    const found = unknown.get(lineNo)
    if (!found || customerId === null) return []
    const path = `line ${lineNo}`
    const [first] = rankedProductIds(line)
    if (!first) return [{ path, message: `Line ${lineNo}: ${noProductId}` }]
    const part = { customerId, code: first.id }
    const { inactiveSku: code } = found
    if (code === undefined) {
      return [{ path, message: `Line ${lineNo}: no SKU is known for ${first.id}`, part }]
    }
    const step = 'Activate it, or select another SKU, then run this message again'
    const message = `Line ${lineNo}: SKU ${code} is inactive. ${step}`
    return [{ path, message, part, record: { kind: 'sku', code } }]
  })
}

const noProductId =
  'it has no product number that we read. Enter the order in Order Entry, then reject this message'
