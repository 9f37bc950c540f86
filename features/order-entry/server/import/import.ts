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

/** Header fields; rows of one order that set them must agree. */
const headerFields = ['shippingAddress', 'shippingMethod', 'notes'] as const

/**
 * Places the orders of a file, each decided as in Order Entry and with its own idempotency key: an
 * order that exists already, or appears in another file, is not created twice, no matter how long
 * ago it was imported; one that was cancelled is created again. An order that equals one of an
 * earlier day may be a standing order: it gets its own result, and the user chooses. An order with
 * a row error or a refusal does not affect the others. The user may put an order on hold, skip it,
 * or create it again beside an equal one. A dry run makes the same decisions, each order after the
 * ones before it, and writes nothing.
 */
export async function importOrders(
  ctx: Context,
  query: ImportOrders,
  text: string,
): Promise<{ importId: number | null; orders: ImportedOrder[]; ignored: string[] }> {
  const file = { name: 'orders', columns: orderColumns, form: orderRow }
  const { rows: fileRows, ignored } = await readFileOf(ctx, file, { text, reading: query })
  const groups = grouped(fileRows)
  if (groups.length > maxImportedOrders) {
    throw new Refusal('tooLarge', 'too-large', `A file has at most ${maxImportedOrders} orders`)
  }
  const choices = choicesOf(new Set(groups.map(firstRowOf)), query)
  const steps = await stepsOf(ctx, groups, choices)
  const requests = steps.flatMap((step) => step.request ?? [])
  const isDry = query.dryRun === 'true'
  const held = new Set(steps.map((step) => (step.choice === 'hold' ? step.request : undefined)))
  const note = heldByNote(ctx.user?.username ?? 'system')
  const terms = {
    mayHold: query.refused === undefined ? undefined : query.refused === 'hold',
    heldBy: (each: BatchedRequest<OrderDraft>) => (held.has(each) ? note : undefined),
  }
  let importId: number | undefined
  const outcomes = new Map<BatchedRequest<OrderDraft>, StoredAnswer | Refusal>()
  if (isDry) {
    const answers = await validateTogether(ctx, requests)
    requests.forEach((each, index) => outcomes.set(each, answers[index] as StoredAnswer | Refusal))
  }
  for (let at = 0; !isDry && at < requests.length; at += inOneTransaction) {
    const some = requests.slice(at, at + inOneTransaction)
    // Sequential transactions: each one sees the stock and credit used by the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const [answers, id] = await placeSome(ctx, some, { terms, importId, fileName: query.fileName })
    importId = id
    some.forEach((each, index) => outcomes.set(each, answers[index] as StoredAnswer | Refusal))
  }
  const orders = steps.map((step) => {
    const outcome = step.request && outcomes.get(step.request)
    const fate = outcome ? (isDry ? checked(step, outcome) : placed(outcome)) : step.known
    return { ...plain(step.group), ...fate }
  })
  return { importId: importId ?? null, orders, ignored }
}

type Part = {
  terms: Omit<NonNullable<Parameters<typeof placeOrders>[2]>, 'placed'>
  /** The import that these orders belong to; undefined until it has created an order. */
  importId: number | undefined
  fileName: string | undefined
}

/** Places a batch of orders in one transaction, and records them as part of the import. */
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

type Created = { request: BatchedRequest<OrderDraft>; orderId: number }

/** Records the content hashes of created orders, so that later imports always recognize them. */
async function recordPlaced(ctx: Context, placed: readonly Created[]): Promise<void> {
  const created = placed.flatMap(({ request: { call }, orderId }) =>
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
    const group = groups.get(key) ?? { group: { code, po, rows: [] }, errors: [] }
    group.group.rows.push({ number, form })
    group.errors.push(...errors)
    groups.set(key, group)
  }
  for (const group of groups.values()) {
    group.errors.push(...contradictions(group.group.rows, headerFields, 'order'))
  }
  return [...groups.values()]
}

/** The first row of an order. */
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

/** Resolves the codes of each order into a request, or returns its errors or known result. */
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
  const steps = all.map((orderGroup): Step => {
    const { group } = orderGroup
    const choice = choices.get(firstRowOf(orderGroup)) ?? 'accept'
    const customerId = customerIds.get(group.code)
    const errors = errorsOf(orderGroup, { customerId, skuIds })
    if (errors.length > 0) return { group: orderGroup, choice, known: wrongIn(errors) }
    const earlier = group.po && before.get(`${customerId} ${group.po.toLowerCase()}`)
    if (choice === 'leave') return { group: orderGroup, choice, known: { fate: 'left' } }
    if (earlier && choice !== 'again') {
      return { group: orderGroup, choice, known: sameCustomerPo(earlier, day) }
    }
    if (group.rows.length > maxLines) {
      return { group: orderGroup, choice, known: wrong(`An order has at most ${maxLines} lines`) }
    }
    const known = { customerId: customerId as number, skuIds }
    return { group: orderGroup, choice, request: requestOf(ctx, group, known) }
  })
  return afterEqual(ctx, steps, day)
}

/** Existing orders with the customer POs of the file, keyed by `customer po`. */
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

/** Values of a field in the rows where that field has no error. */
function soundCells(all: readonly OrderGroup[], field: 'customerCode' | 'sku'): string[] {
  return all.flatMap((group) =>
    group.group.rows
      .filter(({ number }) => !isWrong(group, number, field))
      .map(({ form }) => form[field]),
  )
}

/** All errors of an order's rows: in the file, the customer and the SKUs. */
function errorsOf(group: OrderGroup, known: FoundIds): RowError[] {
  const { rows: lines } = group.group
  const strange = lines.flatMap(({ number: row, form }) => {
    if (known.skuIds.has(form.sku) || isWrong(group, row, 'sku')) return []
    return [{ row, field: 'sku', message: `SKU ${form.sku} does not exist` }]
  })
  const row = firstRowOf(group)
  const isKnown = known.customerId !== undefined || isWrong(group, row, 'customerCode')
  const message = 'This customer does not exist'
  const stranger = isKnown ? [] : [{ row, field: 'customerCode', message }]
  return [...stranger, ...group.errors, ...strange].toSorted((one, other) => one.row - other.row)
}

/** The message of the first error, and all errors with row and field. */
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
  // Hashed without a secret, so that the same order is recognized after a restart.
  const print = createHash('sha256').update(JSON.stringify(body)).digest()
  // Not bound to a user, so that an import by another user matches the same order.
  const key = `csv-order ${print.toString('hex')}`
  const call = { userId: 0, key, method: 'POST', path: '/api/orders/import', bodySha256: print }
  return { body, user: ctx.user, requestId: ctx.requestId, call }
}
