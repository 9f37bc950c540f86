import { createHash } from 'node:crypto'
import { maxLines } from '#features/sales-orders/contract.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import type { Asked, Sent } from '#platform/server/idempotency.ts'
import { type FileRow, readRecords, type RowError } from '#platform/server/import-file.ts'
import {
  type ImportedOrder,
  type ImportOrders,
  maxImportedOrders,
  type OrderDraft,
  type OrderRow,
  orderColumns,
  orderRow,
  type OrderValidation,
} from './contract.ts'
import { heldByNote, type OrderChoice } from './choices.ts'
import { type Choices, choicesOf } from './import-choices.ts'
import { placeOrders, validateOrders } from './service.ts'

/** An order as the file tells it: rows of one customer under one number of theirs. */
type Group = { code: string; po: string | null; rows: { number: number; form: OrderRow }[] }
type Told = { group: Group; errors: RowError[] }
/** An order that can be decided, or what is known of it already. */
type Step = {
  told: Told
  choice: OrderChoice
  asked?: Asked<OrderDraft>
  known?: Partial<ImportedOrder>
}
type Known = { customerId: number | undefined; skuIds: ReadonlyMap<string, number> }

const inOneTransaction = 64

/**
 * Places the orders of a file, each by the decision of Order Entry and under a key of its own: an
 * order that is there already, or comes again in another file, is not made twice. An order with an
 * error in a row, or that is refused, leaves the others alone. A person may have an order kept on
 * hold, or left out. A dry run only says what would be.
 */
export async function importOrders(
  ctx: Context,
  query: ImportOrders,
  text: string,
): Promise<{ orders: ImportedOrder[]; ignored: string[] }> {
  const { rows: fileRows, ignored } = readRecords(text, { columns: orderColumns, form: orderRow })
  const told = grouped(fileRows)
  if (told.length > maxImportedOrders) {
    throw new Refusal('tooLarge', 'too-large', `A file has at most ${maxImportedOrders} orders`)
  }
  const choices = choicesOf(new Set(told.map(beginOf)), query)
  const steps = await stepsOf(ctx, told, choices)
  const asked = steps.flatMap((step) => step.asked ?? [])
  const isDry = query.dryRun === 'true'
  const held = new Set(steps.map((step) => (step.choice === 'hold' ? step.asked : undefined)))
  const note = heldByNote(ctx.user?.username ?? 'system')
  const terms = {
    mayHold: query.refused === undefined ? undefined : query.refused === 'hold',
    heldBy: (each: Asked<OrderDraft>) => (held.has(each) ? note : undefined),
  }
  const outcomes = new Map<Asked<OrderDraft>, Sent | Refusal>()
  for (let at = 0; at < asked.length; at += inOneTransaction) {
    const some = asked.slice(at, at + inOneTransaction)
    const decided = isDry
      ? validateOrders(ctx, some)
      : placeOrders({ ...ctx, channel: 'csv' }, some, terms)
    // One transaction after the other: each sees what the one before took.
    // oxlint-disable-next-line no-await-in-loop
    const answers = await decided
    some.forEach((each, index) => outcomes.set(each, answers[index] as Sent | Refusal))
  }
  const orders = steps.map((step) => {
    const outcome = step.asked && outcomes.get(step.asked)
    const fate = outcome ? (isDry ? checked(step, outcome) : placed(outcome)) : step.known
    return { ...plain(step.told), ...fate }
  })
  return { orders, ignored }
}

function grouped(fileRows: readonly FileRow<OrderRow>[]): Told[] {
  const groups = new Map<string, Told>()
  for (const { number, form, errors } of fileRows) {
    const code = String(form.customerCode ?? '')
    const po = form.customerPO ?? null
    const key = JSON.stringify([code.toLowerCase(), po?.toLowerCase()])
    const told = groups.get(key) ?? { group: { code, po, rows: [] }, errors: [] }
    told.group.rows.push({ number, form })
    told.errors.push(...errors)
    groups.set(key, told)
  }
  return [...groups.values()]
}

/** The row in which an order begins. */
function beginOf({ group }: Told): number {
  return group.rows[0]?.number ?? 0
}

function plain({ group }: Told): ImportedOrder {
  return {
    rows: group.rows.map(({ number }) => number),
    customerCode: group.code,
    customerPO: group.po,
    lines: group.rows.length,
    total: null,
    fate: 'wrong',
    says: null,
    errors: [],
    warnings: [],
    orderNumber: null,
  }
}

/** What each order asks for, its codes found; or why nobody can decide it. */
async function stepsOf(ctx: Context, all: readonly Told[], choices: Choices): Promise<Step[]> {
  const codes = soundCells(all, 'customerCode')
  const skus = soundCells(all, 'sku')
  const [customerIds, skuIds] = [
    await idsOf(ctx, findCustomers, codes),
    await idsOf(ctx, findSkus, skus),
  ]
  const before = await ordersBefore(ctx, all.filter(isSound), customerIds)
  return all.map((told) => {
    const { group } = told
    const choice = choices.get(beginOf(told)) ?? 'accept'
    const customerId = customerIds.get(group.code)
    const errors = errorsOf(told, { customerId, skuIds })
    if (errors.length > 0) return { told, choice, known: wrongIn(errors) }
    const earlier = group.po && before.get(`${customerId} ${group.po.toLowerCase()}`)
    if (earlier) return { told, choice, known: { fate: 'exists', orderNumber: earlier } }
    if (choice === 'leave') return { told, choice, known: { fate: 'left' } }
    if (group.rows.length > maxLines) {
      return { told, choice, known: wrong(`An order has at most ${maxLines} lines`) }
    }
    const known = { customerId: customerId as number, skuIds }
    return { told, choice, asked: askedFor(ctx, group, known) }
  })
}

function isSound({ errors }: Told): boolean {
  return errors.length === 0
}

function isWrong({ errors }: Told, row: number, field: string): boolean {
  return errors.some((error) => error.row === row && error.field === field)
}

/** What the rows say in a field, where nothing is wrong with it. */
function soundCells(all: readonly Told[], field: 'customerCode' | 'sku'): string[] {
  return all.flatMap((told) =>
    told.group.rows
      .filter(({ number }) => !isWrong(told, number, field))
      .map(({ form }) => form[field]),
  )
}

/** All that is wrong in the rows of an order: with the file, the customer and the SKUs. */
function errorsOf(told: Told, known: Known): RowError[] {
  const { rows: lines } = told.group
  const strange = lines.flatMap(({ number: row, form }) => {
    if (known.skuIds.has(form.sku) || isWrong(told, row, 'sku')) return []
    return [{ row, field: 'sku', message: `There is no SKU ${form.sku}` }]
  })
  const row = beginOf(told)
  const isKnown = known.customerId !== undefined || isWrong(told, row, 'customerCode')
  const message = 'This customer does not exist'
  const stranger = isKnown ? [] : [{ row, field: 'customerCode', message }]
  return [...stranger, ...told.errors, ...strange].toSorted((one, other) => one.row - other.row)
}

function wrong(says: string): Partial<ImportedOrder> {
  return { fate: 'wrong', says }
}

/** The first error in words, and all of them with their places. */
function wrongIn(errors: RowError[]): Partial<ImportedOrder> {
  const [{ row, message } = { row: 0, message: '' }] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return { ...wrong(`Row ${row}: ${message}${more}`), errors }
}

function askedFor(
  ctx: Context,
  { po, rows: lines }: Group,
  { customerId, skuIds }: { customerId: number; skuIds: ReadonlyMap<string, number> },
): Asked<OrderDraft> {
  const first = <Field extends 'notes' | 'shippingAddress' | 'shippingMethod'>(field: Field) =>
    lines.find(({ form }) => form[field])?.form[field] ?? undefined
  const body: OrderDraft = {
    customerId,
    customerPO: po,
    orderSource: 'csv',
    shippingAddress: first('shippingAddress'),
    shippingMethod: first('shippingMethod'),
    notes: first('notes'),
    items: lines.map(({ form }) => ({
      skuId: skuIds.get(form.sku) as number,
      quantity: form.quantity,
    })),
  }
  // Without a secret, so that the same order is found again after any start.
  const print = createHash('sha256').update(JSON.stringify(body)).digest()
  // Of no user: whoever imports it again finds the same order.
  const key = `csv-order ${print.toString('hex')}`
  const call = { userId: 0, key, method: 'POST', path: '/api/orders/import', bodySha256: print }
  return { body, user: ctx.user, requestId: ctx.requestId, call }
}

/** What a validation says of an order that was not placed. */
function checked({ told, choice, asked }: Step, outcome: Sent | Refusal): Partial<ImportedOrder> {
  if (outcome instanceof Refusal) return wrong(outcome.message)
  const validation = JSON.parse(outcome.body) as OrderValidation
  const { orderApproved, credit, pricing, stock } = validation
  const { rows: lines } = told.group
  const warnings = lines.flatMap(({ number: row, form: { unitPrice } }, at) => {
    const ours = pricing.lineItems[at]?.unitPrice
    if (!unitPrice || !ours || cents(unitPrice) === cents(ours)) return []
    const message = `The price is ${formatDecimal(ours)}, not ${formatDecimal(unitPrice)}`
    return [{ row, field: 'unitPrice', message }]
  })
  const seen = { total: pricing.total, warnings }
  if (orderApproved) return { fate: choice === 'hold' ? 'hold' : 'create', ...seen }
  if (!credit.approved) return { fate: 'hold', ...seen, says: credit.message ?? null }
  const short = stock.stockStatus.filter((line) => line.shortfall > 0)
  const errors = short.flatMap(({ skuId, available, shortfall }) => {
    const at = asked?.body.items.findLastIndex((item) => item.skuId === skuId) ?? -1
    const row = lines[at]?.number
    if (row === undefined) return []
    return [{ row, field: 'quantity', message: `${shortfall} short, ${available} available` }]
  })
  const says = `Not enough stock for ${short.length} of its SKUs`
  return { fate: 'refused', ...seen, says, errors }
}

/** What became of an order that was to be placed. */
function placed(outcome: Sent | Refusal): Partial<ImportedOrder> {
  if (outcome instanceof Refusal) {
    const isDecided = outcome.kind === 'refused'
    return { fate: isDecided ? 'refused' : 'wrong', says: outcome.message }
  }
  const { order } = JSON.parse(outcome.body) as {
    order: { orderNumber: string; totalAmount: string; holdReason: string | null }
  }
  const fate = outcome.isReplay ? 'exists' : order.holdReason ? 'hold' : 'create'
  return { fate, total: order.totalAmount, orderNumber: order.orderNumber }
}

const findCustomers = {
  name: 'find_customers_by_code',
  text: `select t.code, c.id from unnest($1::text[]) as t (code)
         join customers c on lower(c.customer_code) = lower(t.code) and c.deleted_at is null`,
}
const findSkus = {
  name: 'find_skus_by_code',
  text: `select t.code, s.id from unnest($1::text[]) as t (code)
         join skus s on lower(s.sku) = lower(t.code) and s.deleted_at is null`,
}

async function idsOf(
  { db }: Context,
  statement: typeof findCustomers,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const asked = [...new Set(codes)]
  const found = await rows<{ code: string; id: number }>(db, statement, [asked])
  return new Map(found.map(({ code, id }) => [code, id]))
}

const findBefore = {
  name: '',
  text: `select o.customer_id, lower(o.customer_po) as po, min(o.order_number) as number
         from unnest($1::int[], $2::text[]) as t (customer_id, po)
         join sales_orders o on o.customer_id = t.customer_id and lower(o.customer_po) = lower(t.po)
         where o.status <> 'cancelled'
         group by o.customer_id, lower(o.customer_po)`,
}

/** Orders of the same customers under the same numbers of theirs, by `customer number`. */
async function ordersBefore(
  { db }: Context,
  all: readonly Told[],
  customerIds: ReadonlyMap<string, number>,
): Promise<Map<string, string>> {
  const known = all.flatMap(({ group: { code, po } }) => {
    const id = customerIds.get(code)
    return id === undefined || po === null ? [] : [{ id, po }]
  })
  const values = [known.map(({ id }) => id), known.map(({ po }) => po)]
  type Row = { customer_id: number; po: string; number: string }
  const found = await rows<Row>(db, findBefore, values)
  return new Map(found.map((row) => [`${row.customer_id} ${row.po}`, row.number]))
}
