// One file: the steps of an order import follow one another.
import { createHash } from 'node:crypto'
import { forRecordedFields, plainRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import { maxLines } from '#features/sales-orders/rules.ts'
import { readSamePos, type SamePo } from '#features/sales-orders/server/service.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { StoredAnswer } from '#platform/server/http/idempotency.ts'
import type { CorrectedCell } from '#platform/server/imports/corrected-cells.ts'
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
import {
  type FileMessage,
  hashesOf,
  isUnseen,
  resolveRepeatedOrders,
  sameCustomerPo,
  type SeenOrders,
} from './repeated-orders.ts'
import * as store from './import-store.ts'
import {
  claimOrders,
  type KeyedOrder,
  settleOrders,
  withOrderNumbers,
} from '../placing/idempotent-orders.ts'
import { readRules } from '../placing/order-facts.ts'
import { importPolicy } from '../placing/order-policies.ts'
import { customersThatPark } from '../placing/resembling-orders.ts'
import { validateInSequence } from '../service.ts'
import { parkingOfFile } from './parked-orders-of-file.ts'
import { type CorrectedRows, correctRows, otherUnitText } from './corrected-rows.ts'
import { createUnrepeatedOrders } from './create-unrepeated-orders.ts'
import { type ImportedFile, recordImportedFile } from './recorded-file.ts'

type Resolved = { customerId: number | undefined; corrected: CorrectedRows }

/** How a file is read; one of the intake inbox has a message, and what was corrected in it. */
type FileQuery = ImportOrders & {
  message?: FileMessage
  seen?: SeenOrders
  cells?: readonly CorrectedCell[] | undefined
}
type StepOptions = { choices: Choices; message: FileMessage | undefined; seen: SeenOrders }

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
  query: FileQuery,
  text: string,
): Promise<{ answer: ImportAnswer; file: ImportedFile }> {
  const { groups, ignored } = await readGroups(ctx, query, text)
  if (groups.length > maxImportedOrders) {
    throw new Refusal('tooLarge', 'too-large', `A file has at most ${maxImportedOrders} orders`)
  }
  const choices = choicesOf(new Set(groups.map(firstRowOf)), query)
  const { message, seen = new Map<number, string>() } = query
  const options = { choices, message, seen }
  const { steps, corrected } = await stepsOf(ctx, groups, options)
  const requests = steps.flatMap((step) => step.request ?? [])
  const isDryRun = query.dryRun === 'true'
  const stepByCall = new Map(
    steps.flatMap((step) => (step.request ? [[step.request.call, step] as const] : [])),
  )
  const ownOrders = new Set<number>()
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
    const done = await createBatch(ctx, batch, { query, importId, stepByCall, ownOrders })
    const { answers, orderIds } = done
    importId = done.importId
    for (const id of orderIds) ownOrders.add(id)
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
  const fileGroups = steps.map(({ group }) => group)
  return { answer, file: { query, text, orders, groups: fileGroups, corrected } }
}

/**
 * Reads the orders of a file. Rows are grouped into orders as the file was received, so that a
 * corrected customer or PO does not join an order that was settled before.
 */
async function readGroups(ctx: Context, query: FileQuery, text: string) {
  const { decimal, cells = [] } = query
  const file = { name: 'orders', columns: orderColumns, form: orderRow }
  const received = await readFileOf(ctx, file, { text, reading: { decimal } })
  const { ignored } = received
  if (cells.length === 0) return { groups: groupRows(received.rows, received.rows), ignored }
  const corrected = await readFileOf(ctx, file, { text, reading: { decimal, cells } })
  const places = new Set(cells.flatMap(({ rows }) => rows))
  const groups = groupRows(received.rows, corrected.rows).map((each) => {
    return { ...each, isCorrected: each.group.rows.some(({ number }) => places.has(number)) }
  })
  return { groups, ignored }
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
  stepByCall: ReadonlyMap<KeyedOrder['call'], Step>
  /** The ids of the orders that the batches before it created. */
  ownOrders: ReadonlySet<number>
}

type CreatedBatch = {
  answers: (StoredAnswer | Refusal)[]
  importId: number | undefined
  orderIds: number[]
}

/**
 * Creates a batch of orders in one transaction, and records them as part of the import. Returns
 * their answers, their ids and the id of the import.
 */
async function createBatch(
  ctx: Context,
  batch: readonly KeyedOrder[],
  options: BatchOptions,
): Promise<CreatedBatch> {
  const policy = importPolicy(await readRules(ctx), options.query.refused)
  const csvContext = { ...ctx, channel: 'csv' }
  return withOrderNumbers(csvContext, batch.length, async (inner, numbers) => {
    const { claimed, locked, drafts } = await claimOrders(inner, batch, { numbers, policy })
    const { stepByCall, ownOrders } = options
    const facts = { policy, stepByCall, ownOrders }
    const { results, decisionIds } = await createUnrepeatedOrders(locked, drafts, facts)
    const created = drafts.flatMap(({ call }, index) => {
      const order = results[index]
      if (!call || !order || order instanceof Refusal) return []
      const step = stepByCall.get(call)
      return [{ print: call.bodySha256, orderId: order.id, row: step && firstRowOf(step.group) }]
    })
    const importId = await recordCreated(inner, created, options)
    const answers = await settleOrders(inner, claimed, { created: results, decisionIds })
    return { answers, importId, orderIds: created.map(({ orderId }) => orderId) }
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

/** The rows as they are now by the customer and the PO that they were received with. */
function groupRows(
  received: readonly FileRow<OrderRow>[],
  current: readonly FileRow<OrderRow>[],
): OrderGroup[] {
  const groups = new Map<string, OrderGroup>()
  for (const [index, { number, form, errors }] of current.entries()) {
    const { customerCode, customerPO } = received[index]?.form ?? form
    const key = JSON.stringify([String(customerCode).toLowerCase(), customerPO?.toLowerCase()])
    const [code, po] = [String(form.customerCode ?? ''), form.customerPO ?? null]
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
  { choices, message, seen }: StepOptions,
): Promise<{ steps: Step[]; corrected: CorrectedRows }> {
  const codes = validValues(all, 'customerCode')
  const skus = validValues(all, 'sku')
  const [customerIds, skuIds] = [
    await store.customerIdsOf(ctx, codes),
    await store.skuIdsOf(ctx, skus),
  ]
  const texts = all.flatMap((each) => textsOf(each, customerIds.get(each.group.code)))
  const corrected = await correctRows(ctx, texts, skuIds)
  const requests = all.map((each) => {
    return readRequest(ctx, each, { customerId: customerIds.get(each.group.code), corrected })
  })
  // Read before the orders with the same customer PO. An order that somebody else creates between
  // the two is one that this person did not see; the other way round it would be created twice.
  const equalOrders = await store.equalOrders(ctx, requests.flatMap(hashesOf))
  const existingOrders = await findExistingOrders(ctx, all.filter(hasNoErrors), customerIds)
  const { businessTimeZone, duplicateCheck } = await readSettings(ctx)
  const day = today(ctx.now, businessTimeZone)
  const withExisting = [...existingOrders.values()].map((order) => order.customerId)
  const parking = await customersThatPark(ctx, withExisting, duplicateCheck)
  const steps = all.map((orderGroup, index): Step => {
    const { group, isCorrected = false } = orderGroup
    const customerId = customerIds.get(group.code)
    const existingOrder =
      group.po === null ? undefined : existingOrders.get(`${customerId} ${group.po}`)
    const row = firstRowOf(orderGroup)
    const requested = choices.get(row) ?? 'accept'
    const isNewer = existingOrder && isUnseen(existingOrder.orderNumber, seen.get(row))
    const choice = requested === 'again' && isNewer ? 'accept' : requested
    const { errors, request, ...read } = requests[index] as ReadRequest
    if (errors.length > 0) return { group: orderGroup, choice, known: errorOutcomeOf(errors) }
    if (choice === 'leave') return { group: orderGroup, choice, known: { fate: 'left' } }
    // An order that is parked shows the existing one, and somebody decides.
    const isParked = existingOrder !== undefined && parking.has(existingOrder.customerId)
    if (existingOrder && choice !== 'again' && !isParked) {
      const known = sameCustomerPo(existingOrder, { date: day, isCorrected })
      return { group: orderGroup, choice, known }
    }
    if (!request) {
      const known = errorOutcome(`An order has at most ${maxLines} lines`)
      return { group: orderGroup, choice, known }
    }
    const held = { ...request, holdNote: importHoldNote(ctx.user?.username ?? 'system') }
    const repeated = { ...request, isRepeatAccepted: choice === 'again' }
    const chosen = choice === 'hold' ? held : repeated
    const samePoNumber = existingOrder?.orderNumber
    return { group: orderGroup, choice, ...read, isParked, samePoNumber, request: chosen }
  })
  const decided = resolveRepeatedOrders(steps, { equalOrders, date: day, message, seen })
  return { steps: decided, corrected }
}

/** The errors of an order, or its request; neither if it has too many lines. */
type ReadRequest = Pick<Step, 'request' | 'factors' | 'earlierHash'> & { errors: RowError[] }

function readRequest(
  ctx: Context,
  orderGroup: OrderGroup,
  { customerId, corrected }: Resolved,
): ReadRequest {
  const errors = errorsOf(orderGroup, { customerId, corrected })
  const { group } = orderGroup
  const isWrong = errors.length > 0 || customerId === undefined || group.rows.length > maxLines
  return { errors, ...(!isWrong && requestOf(ctx, group, { customerId, corrected })) }
}

/** The texts of an order's rows that may have been corrected; undefined where they have errors. */
function textsOf(orderGroup: OrderGroup, customerId: number | undefined) {
  const wrong = wrongCells(orderGroup)
  return orderGroup.group.rows.map(({ number, form }) => {
    const valid = <Value>(field: string, value: Value) =>
      wrong.has(`${number} ${field}`) ? undefined : value
    return {
      customerId,
      sku: valid('sku', form.sku),
      unit: valid('unit', form.unit),
      shippingAddress: valid('shippingAddress', form.shippingAddress),
    }
  })
}

/** Existing orders with the customer POs of the file, keyed by `customer po`. */
async function findExistingOrders(
  ctx: Context,
  all: readonly OrderGroup[],
  customerIds: ReadonlyMap<string, number>,
): Promise<Map<string, SamePo>> {
  const customerPos = all.flatMap(({ group: { code, po } }) => {
    const customerId = customerIds.get(code)
    return customerId === undefined ? [] : [{ customerId, customerPO: po }]
  })
  const found = await readSamePos(ctx, customerPos)
  return new Map(found.map((order) => [`${order.customerId} ${order.po}`, order]))
}

function hasNoErrors({ errors }: OrderGroup): boolean {
  return errors.length === 0
}

/** The cells of an order's rows that have errors, as `row field`. */
function wrongCells({ errors }: OrderGroup): ReadonlySet<string> {
  return new Set(errors.map(({ row, field }) => `${row} ${field}`))
}

/** Values of a field in the rows where that field has no error. */
function validValues(all: readonly OrderGroup[], field: 'customerCode' | 'sku'): string[] {
  return all.flatMap((orderGroup) => {
    const wrong = wrongCells(orderGroup)
    const { rows: lines } = orderGroup.group
    const valid = lines.filter(({ number }) => !wrong.has(`${number} ${field}`))
    return valid.map(({ form }) => form[field])
  })
}

/** All errors of an order's rows: in the file, the customer, the SKUs and the units. */
function errorsOf(group: OrderGroup, { customerId, corrected }: Resolved): RowError[] {
  const wrong = wrongCells(group)
  const rowErrors = group.group.rows.flatMap(({ number: row, form }) => {
    if (wrong.has(`${row} sku`)) return []
    const errorAt = (field: string, message: string) =>
      wrong.has(`${row} ${field}`) ? [] : [{ row, field, message }]
    const read = corrected.rowOf(customerId, form)
    if (!read) return errorAt('sku', `SKU ${form.sku} does not exist`)
    const { wantedUnit, quantity } = read
    if (wantedUnit !== null) return errorAt('unit', otherUnitText(form.unit, wantedUnit))
    return quantity === null ? errorAt('quantity', 'Too many for one order line') : []
  })
  const row = firstRowOf(group)
  const isCustomerValid = customerId !== undefined || wrong.has(`${row} customerCode`)
  const message = 'This customer does not exist'
  const customerErrors = isCustomerValid ? [] : [{ row, field: 'customerCode', message }]
  return [...customerErrors, ...group.errors, ...rowErrors].toSorted((a, b) => a.row - b.row)
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
  { customerId, corrected }: { customerId: number; corrected: CorrectedRows },
): Required<Pick<Step, 'request' | 'factors' | 'earlierHash'>> {
  const first = <Field extends (typeof headerFields)[number]>(field: Field) =>
    lines.find(({ form }) => form[field])?.form[field] ?? undefined
  const { customerPO: _, ...recorded } = forRecordedFields(first)
  const shippingAddress = first('shippingAddress')
  // Rows without a SKU or a quantity are errors, so that no request is built from them.
  const read = lines.flatMap(({ form }) => corrected.rowOf(customerId, form) ?? [])
  const written = {
    customerId,
    customerPO: po,
    orderSource: 'csv' as const,
    shippingAddress,
    shippingMethod: first('shippingMethod'),
    ...recorded,
    items: read.map((row) => row.written),
  }
  const address = shippingAddress && corrected.shipToOf(customerId, shippingAddress)
  const items = read.map(({ skuId, quantity }) => ({ skuId, quantity: quantity as number }))
  const body: OrderDraft = { ...written, shippingAddress: address, items }
  // Hashed without a secret, so that the same order is recognized after a restart, and as it was
  // written, so that it is recognized after a correction.
  const contentHash = hashOf(written)
  const earlierHash = hashOf({ ...written, items: read.map((row) => row.writtenBefore) })
  // Not bound to a user, so that an import by another user matches the same order.
  const key = `csv-order ${contentHash.toString('hex')}`
  const call = {
    userId: 0,
    key,
    method: 'POST',
    path: '/api/orders/import',
    bodySha256: contentHash,
  }
  const request = { body, user: ctx.user, requestId: ctx.requestId, call }
  return { request, factors: read.map(({ factor }) => factor), earlierHash }
}

function hashOf(written: object): Buffer {
  return createHash('sha256').update(JSON.stringify(written)).digest()
}
