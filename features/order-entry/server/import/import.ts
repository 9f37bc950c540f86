import { createHash } from 'node:crypto'
import { maxLines } from '#features/sales-orders/contract.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { BatchedRequest, StoredAnswer } from '#platform/server/http/idempotency.ts'
import { readFileOf } from '#platform/server/imports/file-thread.ts'
import { rememberImport } from '#platform/server/imports/import-sql.ts'
import {
  contradictions,
  type FileRow,
  type RowError,
} from '#platform/server/imports/import-file.ts'
import {
  type ImportedOrder,
  type ImportOrders,
  maxImportedOrders,
  type OrderDraft,
  type OrderRow,
  orderColumns,
  orderRow,
} from '../../contract.ts'
import { heldByNote } from '../../choices.ts'
import { type Choices, choicesOf } from '../../import-choices.ts'
import {
  checked,
  type Group,
  placed,
  type Step,
  type OrderGroup,
  wrong,
} from './import-outcomes.ts'
import { afterEqual, sameCustomerPo } from './equal-orders.ts'
import * as store from './import-store.ts'
import { placeOrders, validateTogether } from '../service.ts'

type FoundIds = { customerId: number | undefined; skuIds: ReadonlyMap<string, number> }

const inOneTransaction = 64

/** What all rows of an order say alike, where they say it. */
const headerFields = ['shippingAddress', 'shippingMethod', 'notes'] as const

/**
 * Places the orders of a file, each by the decision of Order Entry and under a key of its own: an
 * order that is there already, or comes again in another file, is not made twice, however long ago
 * it was imported; one that was cancelled since is made anew. What equals an order of an earlier
 * day may be a standing order: it is a fate of its own, which leaves the choice. An order with an
 * error in a row, or that is refused, leaves the others alone. A person may have an order kept on
 * hold, left out, or created again where an equal one is there. A dry run answers by the same
 * decisions, each order after those before it, and writes nothing.
 */
export async function importOrders(
  ctx: Context,
  query: ImportOrders,
  text: string,
): Promise<{ importId: number | null; orders: ImportedOrder[]; ignored: string[] }> {
  const file = { name: 'orders', columns: orderColumns, form: orderRow }
  const { rows: fileRows, ignored } = await readFileOf(ctx, file, { text, reading: query })
  const told = grouped(fileRows)
  if (told.length > maxImportedOrders) {
    throw new Refusal('tooLarge', 'too-large', `A file has at most ${maxImportedOrders} orders`)
  }
  const choices = choicesOf(new Set(told.map(firstRowOf)), query)
  const steps = await stepsOf(ctx, told, choices)
  const asked = steps.flatMap((step) => step.asked ?? [])
  const isDry = query.dryRun === 'true'
  const held = new Set(steps.map((step) => (step.choice === 'hold' ? step.asked : undefined)))
  const note = heldByNote(ctx.user?.username ?? 'system')
  const terms = {
    mayHold: query.refused === undefined ? undefined : query.refused === 'hold',
    heldBy: (each: BatchedRequest<OrderDraft>) => (held.has(each) ? note : undefined),
  }
  let importId: number | undefined
  const outcomes = new Map<BatchedRequest<OrderDraft>, StoredAnswer | Refusal>()
  if (isDry) {
    const answers = await validateTogether(ctx, asked)
    asked.forEach((each, index) => outcomes.set(each, answers[index] as StoredAnswer | Refusal))
  }
  for (let at = 0; !isDry && at < asked.length; at += inOneTransaction) {
    const some = asked.slice(at, at + inOneTransaction)
    // One transaction after the other: each sees what the one before took.
    // oxlint-disable-next-line no-await-in-loop
    const [answers, id] = await placeSome(ctx, some, { terms, importId, fileName: query.fileName })
    importId = id
    some.forEach((each, index) => outcomes.set(each, answers[index] as StoredAnswer | Refusal))
  }
  const orders = steps.map((step) => {
    const outcome = step.asked && outcomes.get(step.asked)
    const fate = outcome ? (isDry ? checked(step, outcome) : placed(outcome)) : step.known
    return { ...plain(step.told), ...fate }
  })
  return { importId: importId ?? null, orders, ignored }
}

type Part = {
  terms: Omit<NonNullable<Parameters<typeof placeOrders>[2]>, 'placed'>
  /** The import that these orders belong to; undefined while it has created none. */
  importId: number | undefined
  fileName: string | undefined
}

/** Places some orders of a file in one transaction, which remembers them as part of its import. */
async function placeSome(
  ctx: Context,
  some: readonly BatchedRequest<OrderDraft>[],
  { terms, importId, fileName }: Part,
): Promise<[(StoredAnswer | Refusal)[], number | undefined]> {
  let remembered = importId
  const placed = async (inner: Context, created: readonly Created[]) => {
    await recordPlaced(inner, created)
    if (created.length === 0) return
    const done = created.map(({ orderId: id }) => ({ id, before: null }))
    remembered = await rememberImport(inner, { table: salesOrders, fileName, importId }, done)
  }
  const answers = await placeOrders({ ...ctx, channel: 'csv' }, [...some], { ...terms, placed })
  return [answers, remembered]
}

type Created = { asked: BatchedRequest<OrderDraft>; orderId: number }

/** Records what orders were created of, beside them, so that they are recognized for ever. */
async function recordPlaced(ctx: Context, placed: readonly Created[]): Promise<void> {
  const created = placed.flatMap(({ asked: { call }, orderId }) =>
    call ? [{ print: call.bodySha256, orderId }] : [],
  )
  await store.recordImportedOrders(ctx, created)
}

function grouped(fileRows: readonly FileRow<OrderRow>[]): OrderGroup[] {
  const groups = new Map<string, OrderGroup>()
  for (const { number, form, errors } of fileRows) {
    const code = String(form.customerCode ?? '')
    const po = form.customerPO ?? null
    const key = JSON.stringify([code.toLowerCase(), po?.toLowerCase()])
    const told = groups.get(key) ?? { group: { code, po, rows: [] }, errors: [] }
    told.group.rows.push({ number, form })
    told.errors.push(...errors)
    groups.set(key, told)
  }
  for (const told of groups.values()) {
    told.errors.push(...contradictions(told.group.rows, headerFields, 'order'))
  }
  return [...groups.values()]
}

/** The row in which an order begins. */
function firstRowOf({ group }: OrderGroup): number {
  return group.rows[0]?.number ?? 0
}

function plain({ group }: OrderGroup): ImportedOrder {
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
async function stepsOf(
  ctx: Context,
  all: readonly OrderGroup[],
  choices: Choices,
): Promise<Step[]> {
  const codes = soundCells(all, 'customerCode')
  const skus = soundCells(all, 'sku')
  const [customerIds, skuIds] = [
    await store.customerIdsOf(ctx, codes),
    await store.skuIdsOf(ctx, skus),
  ]
  const before = await ordersBefore(ctx, all.filter(isSound), customerIds)
  const day = today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const steps = all.map((told): Step => {
    const { group } = told
    const choice = choices.get(firstRowOf(told)) ?? 'accept'
    const customerId = customerIds.get(group.code)
    const errors = errorsOf(told, { customerId, skuIds })
    if (errors.length > 0) return { told, choice, known: wrongIn(errors) }
    const earlier = group.po && before.get(`${customerId} ${group.po.toLowerCase()}`)
    if (choice === 'leave') return { told, choice, known: { fate: 'left' } }
    if (earlier && choice !== 'again') {
      return { told, choice, known: sameCustomerPo(earlier, day) }
    }
    if (group.rows.length > maxLines) {
      return { told, choice, known: wrong(`An order has at most ${maxLines} lines`) }
    }
    const known = { customerId: customerId as number, skuIds }
    return { told, choice, asked: requestOf(ctx, group, known) }
  })
  return afterEqual(ctx, steps, day)
}

/** The orders that are there already under the customer POs of a file, by `customer po`. */
function ordersBefore(
  ctx: Context,
  all: readonly OrderGroup[],
  customerIds: ReadonlyMap<string, number>,
): Promise<Map<string, store.EarlierOrder>> {
  const known = all.flatMap(({ group: { code, po } }) => {
    const customerId = customerIds.get(code)
    return customerId === undefined || po === null ? [] : [{ customerId, po }]
  })
  return store.ordersByPo(ctx, known)
}

function isSound({ errors }: OrderGroup): boolean {
  return errors.length === 0
}

function isWrong({ errors }: OrderGroup, row: number, field: string): boolean {
  return errors.some((error) => error.row === row && error.field === field)
}

/** What the rows say in a field, where nothing is wrong with it. */
function soundCells(all: readonly OrderGroup[], field: 'customerCode' | 'sku'): string[] {
  return all.flatMap((told) =>
    told.group.rows
      .filter(({ number }) => !isWrong(told, number, field))
      .map(({ form }) => form[field]),
  )
}

/** All that is wrong in the rows of an order: with the file, the customer and the SKUs. */
function errorsOf(told: OrderGroup, known: FoundIds): RowError[] {
  const { rows: lines } = told.group
  const strange = lines.flatMap(({ number: row, form }) => {
    if (known.skuIds.has(form.sku) || isWrong(told, row, 'sku')) return []
    return [{ row, field: 'sku', message: `There is no SKU ${form.sku}` }]
  })
  const row = firstRowOf(told)
  const isKnown = known.customerId !== undefined || isWrong(told, row, 'customerCode')
  const message = 'This customer does not exist'
  const stranger = isKnown ? [] : [{ row, field: 'customerCode', message }]
  return [...stranger, ...told.errors, ...strange].toSorted((one, other) => one.row - other.row)
}

/** The first error in words, and all of them with their places. */
function wrongIn(errors: RowError[]): Partial<ImportedOrder> {
  const [{ row, message } = { row: 0, message: '' }] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return { ...wrong(`Row ${row}: ${message}${more}`), errors }
}

function requestOf(
  ctx: Context,
  { po, rows: lines }: Group,
  { customerId, skuIds }: { customerId: number; skuIds: ReadonlyMap<string, number> },
): BatchedRequest<OrderDraft> {
  const first = <Field extends (typeof headerFields)[number]>(field: Field) =>
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
