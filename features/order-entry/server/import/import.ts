// One file: the steps of an order import follow one another.
import { createHash } from 'node:crypto'
import {
  forRecordedFields,
  maxLines,
  plainRecordedFields,
} from '#features/sales-orders/contract.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { StoredAnswer } from '#platform/server/http/idempotency.ts'
import { readFileOf } from '#platform/server/imports/file-parsing-thread.ts'
import { noteImport, rememberImport } from '#platform/server/imports/import-sql.ts'
import { rememberSkippedRows } from '#platform/server/imports/skipped-rows.ts'
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
import { importHoldNote } from '../../imported-order-choice.ts'
import { type Choices, choicesOf } from '../../csv-order-choices.ts'
import {
  dryRunOutcome,
  type Group,
  placementOutcome,
  type Step,
  type OrderGroup,
  errorOutcome,
  skippedRowsOf,
} from './import-outcomes.ts'
import { resolveRepeatedOrders, sameCustomerPo } from './repeated-orders.ts'
import * as store from './import-store.ts'
import { createOrders } from '../placing/create-orders.ts'
import {
  claimOrders,
  type KeyedOrder,
  settleOrders,
  withOrderNumbers,
} from '../placing/idempotent-orders.ts'
import { readRules } from '../placing/order-facts.ts'
import { importPolicy } from '../placing/order-policies.ts'
import { validateInSequence } from '../service.ts'
import { parkingOfFile } from './parked-orders-of-file.ts'
import { correctedSkus } from './corrected-skus.ts'
import { type ImportedFile, recordImportedFile } from './recorded-file.ts'

type ResolvedIds = { customerId: number | undefined; skuIds: ReadonlyMap<string, number> }

const batchSize = 64

/** Header fields; rows of one order that set them must agree. */
const headerFields = [
  'shippingAddress',
  'shippingMethod',
  ...plainRecordedFields.map(({ name }) => name),
] as const

/**
 * Places the orders of a file, each decided as in Order Entry and with its own idempotency key: an
 * order that exists already, or appears in another file, is not created twice, no matter how long
 * ago it was imported; one that was cancelled is created again. An order that equals one of an
 * earlier day may be a standing order: it gets its own result, and the user chooses. An order with
 * a row error or a refusal does not affect the others. The user may put an order on hold, skip it,
 * or create it again beside an equal one. A dry run makes the same decisions, each order after the
 * ones before it, and writes nothing.
 */
export async function importFile(
  ctx: Context,
  query: ImportOrders,
  text: string,
): Promise<{ answer: ImportAnswer; file: ImportedFile }> {
  const file = { name: 'orders', columns: orderColumns, form: orderRow }
  const { rows: fileRows, ignored } = await readFileOf(ctx, file, { text, reading: query })
  const groups = groupRows(fileRows)
  if (groups.length > maxImportedOrders) {
    throw new Refusal('tooLarge', 'too-large', `A file has at most ${maxImportedOrders} orders`)
  }
  const choices = choicesOf(new Set(groups.map(firstRowOf)), query)
  const steps = await stepsOf(ctx, groups, choices)
  const requests = steps.flatMap((step) => step.request ?? [])
  const isDryRun = query.dryRun === 'true'
  const rowByCall = new Map(
    steps.flatMap(({ group, request }) =>
      request ? [[request.call, firstRowOf(group)] as const] : [],
    ),
  )
  let importId: number | undefined
  const outcomes = new Map<KeyedOrder, StoredAnswer | Refusal>()
  const parking = isDryRun ? await parkingOfFile(ctx, requests, query.refused) : undefined
  if (parking) {
    const answers = await validateInSequence(ctx, requests, parking)
    requests.forEach((each, index) => outcomes.set(each, answers[index] as StoredAnswer | Refusal))
  }
  for (let start = 0; !isDryRun && start < requests.length; start += batchSize) {
    const batch = requests.slice(start, start + batchSize)
    // Sequential transactions: each one sees the stock and credit used by the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const [answers, id] = await createBatch(ctx, batch, { query, importId, rowByCall })
    importId = id
    batch.forEach((each, index) => outcomes.set(each, answers[index] as StoredAnswer | Refusal))
  }
  const orders = steps.map((step) => {
    const outcome = step.request && outcomes.get(step.request)
    const result = outcome
      ? isDryRun
        ? dryRunOutcome(step, outcome, step.request && parking?.found.get(step.request))
        : placementOutcome(outcome)
      : step.known
    return { ...emptyOutcome(step.group), ...result }
  })
  if (!isDryRun) await recordSkipped(ctx, orders, { importId, fileName: query.fileName })
  const answer = { importId: importId ?? null, orders, ignored }
  return { answer, file: { query, text, orders, groups: steps.map(({ group }) => group) } }
}

type ImportAnswer = { importId: number | null; orders: ImportedOrder[]; ignored: string[] }

/**
 * Places the orders of a file (`importFile`), and records the file in the intake inbox, where the
 * orders that were not placed can be corrected and run again. A dry run records nothing.
 */
export async function importOrders(
  ctx: Context,
  query: ImportOrders,
  text: string,
): Promise<ImportAnswer> {
  const { answer, file } = await importFile(ctx, query, text)
  if (query.dryRun !== 'true') await recordImportedFile(ctx, file)
  return answer
}

type BatchOptions = {
  query: ImportOrders
  /** The import that these orders belong to; undefined until it has created an order. */
  importId: number | undefined
  /** The first row of each order in the file. */
  rowByCall: ReadonlyMap<KeyedOrder['call'], number>
}

/**
 * Creates a batch of orders in one transaction, and records them as part of the import. Returns
 * their answers and the id of the import.
 */
async function createBatch(
  ctx: Context,
  batch: readonly KeyedOrder[],
  options: BatchOptions,
): Promise<[(StoredAnswer | Refusal)[], number | undefined]> {
  const policy = importPolicy(await readRules(ctx), options.query.refused)
  const csvContext = { ...ctx, channel: 'csv' }
  return withOrderNumbers(csvContext, batch.length, async (inner, numbers) => {
    const { claimed, locked, drafts } = await claimOrders(inner, batch, { numbers, policy })
    const results = await createOrders(locked, drafts, policy)
    const created = drafts.flatMap(({ call }, index) => {
      const order = results[index]
      if (!call || !order || order instanceof Refusal) return []
      return [{ print: call.bodySha256, orderId: order.id, row: options.rowByCall.get(call) }]
    })
    const recordedId = await recordCreated(inner, created, options)
    const { receipts: decisionIds } = locked.ids
    return [await settleOrders(inner, claimed, { created: results, decisionIds }), recordedId]
  })
}

/**
 * Records the content hashes of created orders, so that later imports always recognize them, and
 * the orders as part of the import. Returns the id of the import; undefined if it has no order yet.
 */
async function recordCreated(
  ctx: Context,
  created: readonly { print: Buffer; orderId: number; row: number | undefined }[],
  { query: { fileName }, importId }: BatchOptions,
): Promise<number | undefined> {
  if (created.length === 0) return importId
  await store.recordImportedOrders(ctx, created)
  const importedRows = created.map(({ orderId: id, row }) => ({ id, before: null, row }))
  return rememberImport(ctx, { table: salesOrders, fileName, importId }, importedRows)
}

/** Records the orders that were not created; as an import that changed nothing if none was. */
async function recordSkipped(
  ctx: Context,
  orders: readonly ImportedOrder[],
  { importId, fileName }: { importId: number | undefined; fileName: string | undefined },
): Promise<void> {
  const skippedRows = skippedRowsOf(orders)
  if (importId !== undefined) return rememberSkippedRows(ctx, importId, skippedRows)
  const skipped = skippedRows.length
  await noteImport(ctx, { table: salesOrders, fileName, skipped, skippedRows })
}

function groupRows(fileRows: readonly FileRow<OrderRow>[]): OrderGroup[] {
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

function emptyOutcome({ group }: OrderGroup): ImportedOrder {
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
  const codes = validValues(all, 'customerCode')
  const skus = validValues(all, 'sku')
  const [customerIds, skuIds] = [
    await store.customerIdsOf(ctx, codes),
    await store.skuIdsOf(ctx, skus),
  ]
  const ownSkuIds = await skuIdsByCustomer(ctx, all, { customerIds, skuIds })
  const existingOrders = await findExistingOrders(ctx, all.filter(hasNoErrors), customerIds)
  const day = today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const steps = all.map((orderGroup): Step => {
    const { group } = orderGroup
    const choice = choices.get(firstRowOf(orderGroup)) ?? 'accept'
    const customerId = customerIds.get(group.code)
    const ids = { customerId, skuIds: ownSkuIds.get(customerId ?? 0) ?? skuIds }
    const errors = errorsOf(orderGroup, ids)
    if (errors.length > 0) return { group: orderGroup, choice, known: errorOutcomeOf(errors) }
    const existingOrder = group.po && existingOrders.get(`${customerId} ${group.po.toLowerCase()}`)
    if (choice === 'leave') return { group: orderGroup, choice, known: { fate: 'left' } }
    if (existingOrder && choice !== 'again') {
      return { group: orderGroup, choice, known: sameCustomerPo(existingOrder, day) }
    }
    if (group.rows.length > maxLines) {
      return {
        group: orderGroup,
        choice,
        known: errorOutcome(`An order has at most ${maxLines} lines`),
      }
    }
    const request = requestOf(ctx, group, { ...ids, customerId: customerId as number })
    const held = { ...request, holdNote: importHoldNote(ctx.user?.username ?? 'system') }
    const repeated = { ...request, isRepeatAccepted: choice === 'again' }
    return { group: orderGroup, choice, request: choice === 'hold' ? held : repeated }
  })
  return resolveRepeatedOrders(ctx, steps, day)
}

/** The SKUs of each customer, with the part numbers that were corrected in the intake inbox. */
async function skuIdsByCustomer(
  ctx: Context,
  all: readonly OrderGroup[],
  known: { customerIds: ReadonlyMap<string, number>; skuIds: ReadonlyMap<string, number> },
): Promise<Map<number, ReadonlyMap<string, number>>> {
  const { customerIds, skuIds } = known
  const codes = new Map<number, string[]>()
  for (const orderGroup of all) {
    const { group } = orderGroup
    const customerId = customerIds.get(group.code)
    if (customerId === undefined) continue
    const valid = group.rows.filter(({ number }) => !hasError(orderGroup, number, 'sku'))
    const own = valid.map(({ form }) => form.sku)
    codes.set(customerId, [...(codes.get(customerId) ?? []), ...own])
  }
  const own = new Map<number, ReadonlyMap<string, number>>()
  for (const [customerId, each] of codes) {
    // Reads only for customers with codes that are no SKUs of ours.
    // oxlint-disable-next-line no-await-in-loop
    own.set(customerId, await correctedSkus(ctx, customerId, { codes: each, skuIds }))
  }
  return own
}

/** Existing orders with the customer POs of the file, keyed by `customer po`. */
function findExistingOrders(
  ctx: Context,
  all: readonly OrderGroup[],
  customerIds: ReadonlyMap<string, number>,
): Promise<Map<string, store.EarlierOrder>> {
  const customerPos = all.flatMap(({ group: { code, po } }) => {
    const customerId = customerIds.get(code)
    return customerId === undefined || po === null ? [] : [{ customerId, po }]
  })
  return store.ordersByPo(ctx, customerPos)
}

function hasNoErrors({ errors }: OrderGroup): boolean {
  return errors.length === 0
}

function hasError({ errors }: OrderGroup, row: number, field: string): boolean {
  return errors.some((error) => error.row === row && error.field === field)
}

/** Values of a field in the rows where that field has no error. */
function validValues(all: readonly OrderGroup[], field: 'customerCode' | 'sku'): string[] {
  return all.flatMap((group) =>
    group.group.rows
      .filter(({ number }) => !hasError(group, number, field))
      .map(({ form }) => form[field]),
  )
}

/** All errors of an order's rows: in the file, the customer and the SKUs. */
function errorsOf(group: OrderGroup, ids: ResolvedIds): RowError[] {
  const { rows: lines } = group.group
  const skuErrors = lines.flatMap(({ number: row, form }) => {
    if (ids.skuIds.has(form.sku) || hasError(group, row, 'sku')) return []
    return [{ row, field: 'sku', message: `SKU ${form.sku} does not exist` }]
  })
  const row = firstRowOf(group)
  const isCustomerValid = ids.customerId !== undefined || hasError(group, row, 'customerCode')
  const message = 'This customer does not exist'
  const customerErrors = isCustomerValid ? [] : [{ row, field: 'customerCode', message }]
  return [...customerErrors, ...group.errors, ...skuErrors].toSorted((a, b) => a.row - b.row)
}

/** The message of the first error, and all errors with row and field. */
function errorOutcomeOf(errors: RowError[]): Partial<ImportedOrder> {
  const [{ row, message } = { row: 0, message: '' }] = errors
  const moreText = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return { ...errorOutcome(`Row ${row}: ${message}${moreText}`), errors }
}

function requestOf(
  ctx: Context,
  { po, rows: lines }: Group,
  { customerId, skuIds }: { customerId: number; skuIds: ReadonlyMap<string, number> },
): KeyedOrder {
  const first = <Field extends (typeof headerFields)[number]>(field: Field) =>
    lines.find(({ form }) => form[field])?.form[field] ?? undefined
  const { customerPO: _, ...recorded } = forRecordedFields(first)
  const body: OrderDraft = {
    customerId,
    customerPO: po,
    orderSource: 'csv',
    shippingAddress: first('shippingAddress'),
    shippingMethod: first('shippingMethod'),
    ...recorded,
    items: lines.map(({ form }) => ({
      skuId: skuIds.get(form.sku) as number,
      quantity: form.quantity,
    })),
  }
  // Hashed without a secret, so that the same order is recognized after a restart.
  const contentHash = createHash('sha256').update(JSON.stringify(body)).digest()
  // Not bound to a user, so that an import by another user matches the same order.
  const key = `csv-order ${contentHash.toString('hex')}`
  const call = {
    userId: 0,
    key,
    method: 'POST',
    path: '/api/orders/import',
    bodySha256: contentHash,
  }
  return { body, user: ctx.user, requestId: ctx.requestId, call }
}
