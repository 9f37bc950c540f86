import * as z from 'zod/mini'
import {
  expectedReceiptData,
  movementData,
  orderData,
  readDocument,
} from '../../document-payloads.ts'
import type { OutboundDocument } from './warehouse-adapter.ts'
import type { SentResult } from '../../protocol.ts'
import {
  type TrytonContext,
  findParty,
  findProduct,
  upsertAddress,
  upsertParty,
} from './tryton-customers-and-items.ts'

type SendOutcome = Pick<SentResult, 'status' | 'reason'>

const shipment = z.object({ id: z.int(), state: z.string() })

const rejected = (reason: string): SendOutcome => ({ status: 'rejected', reason })

/** The properties of a shipment model in Tryton. */
type Kind = {
  model: string
  /** The field with the requested moves. */
  moves: 'outgoing_moves' | 'incoming_moves'
  changeable: readonly string[]
  cancellable: readonly string[]
  /** The buttons from requested to done. */
  toDone: readonly string[]
  late: string
}

const out: Kind = {
  model: 'stock.shipment.out',
  moves: 'outgoing_moves',
  changeable: ['draft', 'waiting', 'assigned'],
  cancellable: ['draft', 'waiting', 'assigned', 'picked', 'packed'],
  toDone: ['assign_force', 'pick', 'pack', 'done'],
  late: 'The goods have already been picked',
}
const inward: Kind = {
  model: 'stock.shipment.in',
  moves: 'incoming_moves',
  changeable: ['draft'],
  cancellable: ['draft'],
  toDone: ['receive', 'done'],
  late: 'The goods have already been received',
}

/** Sends a sales order as a customer shipment whose reference is the order number. */
export async function sendOrder(
  tryton: TrytonContext,
  document: OutboundDocument,
): Promise<SendOutcome> {
  const order = readDocument(orderData, document)
  const lookup = { kind: out, reference: order.orderNumber, action: document.action }
  if (document.action === 'cancel') return cancel(tryton, lookup)
  const party = await findParty(tryton, order.customerCode)
  if (party === undefined) return rejected(`Party ${order.customerCode} does not exist`)
  const moves = await movesOf(tryton, order.lines ?? [], {
    from_location: tryton.places.warehouse.output_location,
    to_location: tryton.places.customer,
    unit_price: { __class__: 'Decimal', decimal: '0' },
  })
  if (!Array.isArray(moves)) return moves
  const address = await upsertAddress(tryton, party, order.shippingAddress ?? '')
  const head = { customer: party, delivery_address: address }
  return upsertShipment(tryton, { ...lookup, head, moves })
}

type Expected = z.infer<typeof expectedReceiptData>

/** Sends a purchase order as a supplier shipment, without the units already received. */
export async function sendExpected(
  tryton: TrytonContext,
  document: OutboundDocument,
): Promise<SendOutcome> {
  const receipt = readDocument(expectedReceiptData, document)
  const lookup = { kind: inward, reference: receipt.orderNumber, action: document.action }
  if (document.action === 'cancel') return cancelExpected(tryton, lookup, receipt)
  const isClosed = document.action === 'closed'
  const open = (receipt.lines ?? []).map((line) => {
    return { ...line, quantity: line.quantity - (isClosed ? 0 : receivedUnits(receipt, line)) }
  })
  return upsertExpected(tryton, lookup, { document: receipt, lines: open })
}

const receivedUnits = ({ received }: Expected, { lineNo }: { lineNo: number }) =>
  received?.[String(lineNo)] ?? 0

type ExpectedLines = { document: Expected; lines: readonly Line[] }

async function upsertExpected(
  tryton: TrytonContext,
  request: ShipmentRequest,
  { document: receipt, lines: requestedLines }: ExpectedLines,
): Promise<SendOutcome> {
  const moves = await movesOf(tryton, requestedLines, {
    from_location: tryton.places.supplier,
    to_location: tryton.places.warehouse.input_location,
    unit_price: { __class__: 'Decimal', decimal: '0' },
  })
  if (!Array.isArray(moves)) return moves
  const supplier = await upsertParty(tryton, { code: receipt.vendorCode, name: receipt.vendorName })
  const planned = { planned_date: dayOf(receipt.expectedDate) }
  return upsertShipment(tryton, { ...request, head: { supplier, ...planned }, moves })
}

/**
 * Cancels the units still expected. Units received by hand in Prizm are first posted in Tryton.
 * Returns `too_late` if Tryton has received more than Prizm knows of.
 */
async function cancelExpected(
  tryton: TrytonContext,
  request: ShipmentRequest,
  receipt: Expected,
): Promise<SendOutcome> {
  const known = new Map<string, number>()
  for (const line of receipt.lines ?? []) {
    known.set(line.sku, (known.get(line.sku) ?? 0) + receivedUnits(receipt, line))
  }
  if ([...known.values()].every((units) => units === 0)) return cancel(tryton, request)
  const found = await find(tryton, inward.model, request.reference)
  const unitsInTryton = await unitsReceived(tryton, found)
  const byHand = [...known].map(([sku, units]) => {
    return { sku, quantity: units - (unitsInTryton.get(sku) ?? 0) }
  })
  if (byHand.some(({ quantity }) => quantity < 0)) {
    return { status: 'too_late', reason: inward.late }
  }
  if (byHand.some(({ quantity }) => quantity > 0)) {
    return upsertExpected(
      tryton,
      { ...request, action: 'closed' },
      { document: receipt, lines: byHand },
    )
  }
  const open = found.filter(({ state }) => inward.cancellable.includes(state))
  const { call, context } = tryton.session
  if (open.length > 0) {
    await call(`model.${inward.model}.cancel`, [open.map(({ id }) => id), context])
  }
  return { status: 'accepted' }
}

const unitsMoved = z.object({ quantity: z.number(), 'product.': z.object({ code: z.string() }) })

/** Units received per SKU with these supplier shipments. */
async function unitsReceived(
  { session, places }: TrytonContext,
  found: readonly { id: number }[],
): Promise<Map<string, number>> {
  const received = await session.read('stock.move', unitsMoved, {
    domain: [
      ['shipment', 'in', found.map(({ id }) => `${inward.model},${id}`)],
      ['state', '=', 'done'],
      ['from_location', '=', places.supplier],
    ],
    fields: ['quantity', 'product.code'],
  })
  const units = new Map<string, number>()
  for (const { quantity, 'product.': product } of received) {
    units.set(product.code, (units.get(product.code) ?? 0) + Math.round(quantity))
  }
  return units
}

function dayOf(day: string | null): object | null {
  if (day === null) return null
  const [year, month, date] = day.split('-').map(Number)
  return { __class__: 'date', year, month, day: date }
}

/** Posts a return's goods moved by hand in Prizm: from or to the lost-and-found location. */
export async function sendMovement(
  tryton: TrytonContext,
  document: OutboundDocument,
): Promise<SendOutcome> {
  const { movementId, sku, delta } = readDocument(movementData, document)
  const { call, context } = tryton.session
  const { lostFound, warehouse, company } = tryton.places
  const model = 'stock.shipment.internal'
  const known = await find(tryton, model, movementId)
  if (known.some(({ state }) => state === 'done')) return { status: 'duplicate' }
  const [from, to] = [lostFound, warehouse.storage_location]
  const locations = delta > 0 ? { from_location: from, to_location: to } : turned(from, to)
  const moves = await movesOf(tryton, [{ sku, quantity: Math.abs(delta) }], locations)
  if (!Array.isArray(moves)) return moves
  const head = { ...locations, company, reference: movementId, moves: [['create', moves]] }
  const ids = known[0] ? [known[0].id] : await call(`model.${model}.create`, [[head], context])
  const state = known[0]?.state ?? 'draft'
  const steps = ['wait', 'assign_force', 'done'].slice(
    ['draft', 'waiting', 'assigned'].indexOf(state),
  )
  for (const step of steps) await call(`model.${model}.${step}`, [ids, context])
  return { status: 'accepted' }
}

const turned = (from: number, to: number) => ({ from_location: to, to_location: from })

type Line = { sku: string; quantity: number }

/** Converts lines to Tryton moves; returns a rejection if a product is missing. */
async function movesOf(
  tryton: TrytonContext,
  requestedLines: readonly Line[],
  common: object,
): Promise<object[] | SendOutcome> {
  const moves: object[] = []
  for (const { sku, quantity } of requestedLines.filter((line) => line.quantity > 0)) {
    const product = await findProduct(tryton, sku)
    if (!product) return rejected(`Product ${sku} does not exist`)
    const { company, currency } = tryton.places
    const move = { product: product.id, uom: product.default_uom, quantity }
    moves.push({ ...common, ...move, company, currency })
  }
  return moves
}

/** Finds the shipments of a reference that are not cancelled, latest first. */
async function find({ session }: TrytonContext, model: string, reference: string) {
  return session.read(model, shipment, {
    domain: [
      ['reference', '=', reference],
      ['state', '!=', 'cancelled'],
    ],
    fields: ['state'],
    order: [['id', 'DESC']],
  })
}

type ShipmentRequest = { kind: Kind; reference: string; action: string }

async function cancel(
  tryton: TrytonContext,
  { kind, reference }: ShipmentRequest,
): Promise<SendOutcome> {
  const { call, context } = tryton.session
  const found = await find(tryton, kind.model, reference)
  if (found.some(({ state }) => !kind.cancellable.includes(state))) {
    return { status: 'too_late', reason: 'The goods have left their hold location' }
  }
  if (found.length === 0) return { status: 'duplicate' }
  await call(`model.${kind.model}.cancel`, [found.map(({ id }) => id), context])
  return { status: 'accepted' }
}

type ShipmentUpsert = ShipmentRequest & { head: object; moves: object[] }

const oldMoves = z.array(z.record(z.string(), z.unknown()))

/** Creates the shipment, or replaces its moves if nothing was picked yet. */
async function upsertShipment(
  tryton: TrytonContext,
  { kind, reference, action, head, moves }: ShipmentUpsert,
): Promise<SendOutcome> {
  const { ask, call, context } = tryton.session
  const { company, warehouse } = tryton.places
  const button = (name: string, ids: unknown) => call(`model.${kind.model}.${name}`, [ids, context])
  const found = await find(tryton, kind.model, reference)
  const open = found.find(({ state }) => kind.changeable.includes(state))
  if (!open && found.length > 0) {
    // If it was completed by hand here it is done there too; a change of it is too late.
    return action === 'change' ? { status: 'too_late', reason: kind.late } : { status: 'duplicate' }
  }
  let ids: unknown = open && [open.id]
  if (open) {
    if (open.state === 'assigned') await button('wait', ids)
    if (open.state !== 'draft') await button('draft', ids)
    const [shape] = await ask(oldMoves, `model.${kind.model}.read`, [ids, [kind.moves], context])
    const deletions = [['delete', shape?.[kind.moves] ?? []]]
    const replacement = { ...head, [kind.moves]: [...deletions, ['create', moves]] }
    await call(`model.${kind.model}.write`, [ids, replacement, context])
  } else {
    const created = { ...head, company, reference, warehouse: warehouse.id }
    const shipment = { ...created, [kind.moves]: [['create', moves]] }
    ids = await call(`model.${kind.model}.create`, [[shipment], context])
  }
  if (kind === out) await button('wait', ids)
  if (action !== 'closed') return { status: 'accepted' }
  for (const step of kind.toDone) await button(step, ids)
  return { status: 'accepted' }
}
