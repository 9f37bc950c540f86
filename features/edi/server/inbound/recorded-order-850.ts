import type { IntakeProblem } from '#features/intake/intake-form.ts'
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
  'state' | 'reason' | 'isSkipped' | 'isDuplicate' | 'repeatedOrder' | 'order' | 'unknownLines'
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
  const { state, reason, isSkipped = false, isDuplicate = false, repeatedOrder, order } = outcome
  if (order) return { state: 'placed', reason, orderIds: [order.id] }
  if (isSkipped || state === 'rejected') {
    return { state: 'rejected', reason: reason ?? 'The partner’s file is not valid' }
  }
  if (isDuplicate || state === 'duplicate') {
    // Opened again, it can be placed beside the order that has its PO.
    const problem = { path: '', message: reason ?? '', repeatedRow: rowOfOrder, repeatedOrder }
    return { state: 'duplicate', reason, problems: repeatedOrder === undefined ? [] : [problem] }
  }
  const refusal = { path: '', message: reason ?? 'It was not placed' }
  const parts = unknownParts(partner, lines, outcome.unknownLines ?? [])
  return { state: 'needs attention', problems: [refusal, ...parts, ...wrongQuantities(lines)] }
}

/** The lines with a quantity that we cannot ship; a person may correct it in the message. */
function wrongQuantities(lines: PurchaseOrder850['lines']): IntakeProblem[] {
  return lines.flatMap((line, index) => {
    if (orderedUnits(line) !== undefined) return []
    const { lineNo, quantity, correctedQuantity = quantity } = line
    const quantityText = `Line ${lineNo}: the quantity ${correctedQuantity}`
    const message = `${quantityText} must be a whole number of at least 1`
    const place = { rows: [index + 1], field: 'quantity', label: `Quantity in line ${lineNo}` }
    const cells = [{ ...place, text: correctedQuantity }]
    return [{ path: `line ${lineNo} quantity`, message, cells }]
  })
}

/** The lines whose product IDs are no SKUs of ours; a person may say which SKU each means. */
function unknownParts(
  { customerId }: Partner,
  lines: PurchaseOrder850['lines'],
  unknownLines: readonly string[],
): IntakeProblem[] {
  return lines.flatMap((line) => {
    const [first] = rankedProductIds(line)
    if (!first || customerId === null || !unknownLines.includes(line.lineNo)) return []
    const message = `Line ${line.lineNo}: no SKU is known for ${first.id}`
    return [{ path: `line ${line.lineNo}`, message, part: { customerId, code: first.id } }]
  })
}
