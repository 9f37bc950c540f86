import * as z from 'zod/mini'
import { expectedReceiptData, movementData, orderData } from './documents.ts'
import type { Outgoing } from './door.ts'
import type { SentResult } from './protocol.ts'
import { type Desk, findParty, findProduct, putAddress, putParty } from './tryton-masters.ts'

type Taken = Pick<SentResult, 'status' | 'reason'>

const shipment = z.object({ id: z.int(), state: z.string() })

const rejected = (reason: string): Taken => ({ status: 'rejected', reason })

/** What a kind of shipment is like in Tryton. */
type Kind = {
  model: string
  /** The field that holds what was asked for, and where those goods go. */
  moves: 'outgoing_moves' | 'incoming_moves'
  changeable: readonly string[]
  cancellable: readonly string[]
  /** Buttons from asked for to all done. */
  toDone: readonly string[]
  late: string
}

const out: Kind = {
  model: 'stock.shipment.out',
  moves: 'outgoing_moves',
  changeable: ['draft', 'waiting', 'assigned'],
  cancellable: ['draft', 'waiting', 'assigned', 'picked', 'packed'],
  toDone: ['assign_force', 'pick', 'pack', 'done'],
  late: 'The goods have been picked already',
}
const inward: Kind = {
  model: 'stock.shipment.in',
  moves: 'incoming_moves',
  changeable: ['draft'],
  cancellable: ['draft'],
  toDone: ['receive', 'done'],
  late: 'The goods have been received already',
}

/** An order of a customer is a customer shipment whose reference is the number of the order. */
export async function takeOrder(desk: Desk, document: Outgoing): Promise<Taken> {
  const told = orderData.parse(document.payload)
  const asked = { kind: out, reference: told.orderNumber, action: document.action }
  if (document.action === 'cancel') return cancel(desk, asked)
  const party = await findParty(desk, told.customerCode)
  if (party === undefined) return rejected(`There is no party ${told.customerCode}`)
  const moves = await movesOf(desk, told.lines ?? [], {
    from_location: desk.places.warehouse.output_location,
    to_location: desk.places.customer,
    unit_price: { __class__: 'Decimal', decimal: '0' },
  })
  if (!Array.isArray(moves)) return moves
  const address = await putAddress(desk, party, told.shippingAddress ?? '')
  const head = { customer: party, delivery_address: address }
  return put(desk, { ...asked, head, moves })
}

/** A purchase order is a supplier shipment; what has come already is not waited for again. */
export async function takeExpected(desk: Desk, document: Outgoing): Promise<Taken> {
  const told = expectedReceiptData.parse(document.payload)
  const asked = { kind: inward, reference: told.orderNumber, action: document.action }
  if (document.action === 'cancel') return cancel(desk, asked)
  const isClosed = document.action === 'closed'
  const open = (told.lines ?? []).map((line) => {
    const come = isClosed ? 0 : (told.received?.[String(line.lineNo)] ?? 0)
    return { ...line, quantity: line.quantity - come }
  })
  const moves = await movesOf(desk, open, {
    from_location: desk.places.supplier,
    to_location: desk.places.warehouse.input_location,
    unit_price: { __class__: 'Decimal', decimal: '0' },
  })
  if (!Array.isArray(moves)) return moves
  const supplier = await putParty(desk, { code: told.vendorCode, name: told.vendorName })
  const planned = { planned_date: dayOf(told.expectedDate) }
  return put(desk, { ...asked, head: { supplier, ...planned }, moves })
}

function dayOf(day: string | null): object | null {
  if (day === null) return null
  const [year, month, date] = day.split('-').map(Number)
  return { __class__: 'date', year, month, day: date }
}

/** Goods of a return that moved by hand here: they came from nowhere, or went there. */
export async function takeMovement(desk: Desk, { payload }: Outgoing): Promise<Taken> {
  const { movementId, sku, delta } = movementData.parse(payload)
  const { call, context } = desk.session
  const { lostFound, warehouse, company } = desk.places
  const model = 'stock.shipment.internal'
  const known = await find(desk, model, movementId)
  if (known.some(({ state }) => state === 'done')) return { status: 'duplicate' }
  const [from, to] = [lostFound, warehouse.storage_location]
  const way = delta > 0 ? { from_location: from, to_location: to } : turned(from, to)
  const moves = await movesOf(desk, [{ sku, quantity: Math.abs(delta) }], way)
  if (!Array.isArray(moves)) return moves
  const head = { ...way, company, reference: movementId, moves: [['create', moves]] }
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

/** The lines as moves of Tryton, or why they cannot be. */
async function movesOf(
  desk: Desk,
  wanted: readonly Line[],
  common: object,
): Promise<object[] | Taken> {
  const moves: object[] = []
  for (const { sku, quantity } of wanted.filter((line) => line.quantity > 0)) {
    const product = await findProduct(desk, sku)
    if (!product) return rejected(`There is no product ${sku}`)
    const { company, currency } = desk.places
    const goods = { product: product.id, uom: product.default_uom, quantity }
    moves.push({ ...common, ...goods, company, currency })
  }
  return moves
}

/** The shipments of a reference, those that are still open first. */
async function find({ session }: Desk, model: string, reference: string) {
  return session.read(model, shipment, {
    domain: [
      ['reference', '=', reference],
      ['state', '!=', 'cancelled'],
    ],
    fields: ['state'],
    order: [['id', 'DESC']],
  })
}

type Asked = { kind: Kind; reference: string; action: string }

async function cancel(desk: Desk, { kind, reference }: Asked): Promise<Taken> {
  const { call, context } = desk.session
  const found = await find(desk, kind.model, reference)
  if (found.some(({ state }) => !kind.cancellable.includes(state))) {
    return { status: 'too_late', reason: 'The goods have left the place they were held at' }
  }
  if (found.length === 0) return { status: 'duplicate' }
  await call(`model.${kind.model}.cancel`, [found.map(({ id }) => id), context])
  return { status: 'accepted' }
}

type Put = Asked & { head: object; moves: object[] }

/** Makes the shipment or makes it anew as it is asked for now, where nothing was picked yet. */
async function put(desk: Desk, { kind, reference, action, head, moves }: Put): Promise<Taken> {
  const { call, context } = desk.session
  const { company, warehouse } = desk.places
  const button = (name: string, ids: unknown) => call(`model.${kind.model}.${name}`, [ids, context])
  const found = await find(desk, kind.model, reference)
  const open = found.find(({ state }) => kind.changeable.includes(state))
  if (!open && found.length > 0) {
    // What came out of our hands by hand is done there too; a change of it comes too late.
    return action === 'change' ? { status: 'too_late', reason: kind.late } : { status: 'duplicate' }
  }
  let ids: unknown = open && [open.id]
  if (open) {
    if (open.state === 'assigned') await button('wait', ids)
    if (open.state !== 'draft') await button('draft', ids)
    const old = await call(`model.${kind.model}.read`, [ids, [kind.moves], context])
    const [shape] = z.array(z.record(z.string(), z.unknown())).parse(old)
    const gone = [['delete', shape?.[kind.moves] ?? []]]
    const anew = { ...head, [kind.moves]: [...gone, ['create', moves]] }
    await call(`model.${kind.model}.write`, [ids, anew, context])
  } else {
    const made = { ...head, company, reference, warehouse: warehouse.id }
    const whole = { ...made, [kind.moves]: [['create', moves]] }
    ids = await call(`model.${kind.model}.create`, [[whole], context])
  }
  if (kind === out) await button('wait', ids)
  if (action !== 'closed') return { status: 'accepted' }
  for (const step of kind.toDone) await button(step, ids)
  return { status: 'accepted' }
}
