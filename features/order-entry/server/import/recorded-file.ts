import type { IntakeProblem } from '#features/intake/intake-form.ts'
import { type NewMessage, recordMessage } from '#features/intake/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { CorrectedCell } from '#platform/server/imports/corrected-cells.ts'
import { type ImportedOrder, type ImportOrders, orderColumns } from '../../contract.ts'
import { type CorrectedRows, otherUnitText } from './corrected-rows.ts'
import type { Group, OrderGroup } from './import-outcomes.ts'
import { senderKeyOf } from '../intake/sender-key.ts'
import * as store from './import-store.ts'

// An imported file in the intake inbox: its bytes, what is wrong in which row, and how it is read
// the next time. Orders that are settled are left out of the next run: each is created once.

/** How a file is read the next time. */
export type FileOptions = {
  decimal?: ImportOrders['decimal']
  refused?: ImportOrders['refused']
  hold?: string
  /** The first rows of orders that were created, or that the user left out. */
  leave?: string
  /** True once the file has become an order. */
  hasOrders?: boolean
  /** What was corrected in this file, besides its bytes; the inbox writes it. */
  cells?: readonly CorrectedCell[]
}

export type ImportedFile = {
  query: ImportOrders
  text: string
  orders: readonly ImportedOrder[]
  /** The rows of each order, in the same order. */
  groups: readonly OrderGroup[]
  /** How its rows were read. */
  corrected: CorrectedRows
  hasOrders?: boolean
}

const findOrders = {
  name: 'find_orders_of_imported_file',
  text: 'select id from sales_orders where order_number = any($1::text[]) order by id',
}

/** Records an imported file in the inbox: placed, a duplicate, or in need of attention. */
export async function recordImportedFile(ctx: Context, file: ImportedFile): Promise<void> {
  const outcome = await outcomeOf(ctx, file)
  await recordMessage(
    { ...ctx, channel: 'csv' },
    {
      channel: 'csv',
      sender: ctx.user?.username ?? 'system',
      senderKey: senderKeyOf(ctx.user),
      subject: file.query.fileName || 'orders.csv',
      mediaType: 'text/csv',
      raw: Buffer.from(file.text, 'utf8'),
      ...outcome,
    },
  )
}

type Outcome = Pick<NewMessage, 'state' | 'problems' | 'reason' | 'orderIds' | 'options'>

/** What became of a file: the state of its message, its orders, and what is wrong in which row. */
export async function outcomeOf(ctx: Context, file: ImportedFile): Promise<Outcome> {
  const { orders } = file
  const placed = orders.filter(({ fate }) => fate === 'create' || fate === 'hold')
  const problems = await problemsOf(ctx, file)
  const numbers = placed.flatMap(({ orderNumber }) => orderNumber ?? [])
  const found =
    numbers.length === 0 ? [] : await rows<{ id: number }>(ctx.db, findOrders, [numbers])
  const hasOrders = file.hasOrders === true || found.length > 0
  return {
    ...stateOf({ problems, hasOrders, orders }),
    problems,
    orderIds: found.map(({ id }) => id),
    options: optionsOf(file, hasOrders),
  }
}

function stateOf({
  problems,
  hasOrders,
  orders,
}: Pick<ImportedFile, 'orders'> & { problems: readonly IntakeProblem[]; hasOrders: boolean }) {
  if (problems.length > 0) return { state: 'needs attention' as const }
  if (hasOrders) return { state: 'placed' as const }
  const isKnown = orders.some(({ fate }) => fate === 'exists')
  if (isKnown) return { state: 'duplicate' as const, reason: 'All its orders exist already' }
  return { state: 'rejected' as const, reason: 'All its orders were left out' }
}

const settledFates: ReadonlySet<string> = new Set(['create', 'hold', 'exists', 'left'])

function optionsOf({ query, orders }: ImportedFile, hasOrders: boolean): FileOptions {
  const { decimal, refused, hold } = query
  const settled = orders.filter(({ fate }) => settledFates.has(fate))
  const leave = settled.flatMap(({ rows: [first] }) => first ?? []).join(',')
  return {
    ...(decimal && { decimal }),
    ...(refused && { refused }),
    ...(hold && { hold }),
    ...(leave && { leave }),
    hasOrders,
  }
}

/**
 * What is wrong in which row; a part number without a SKU, and a unit that is not the SKU's, name
 * what a person may correct for the customer, and in a file of several, for which of them; another
 * wrong value, and those of a refused order, are corrected in this file alone.
 */
async function problemsOf(
  ctx: Context,
  { orders, groups, corrected }: ImportedFile,
): Promise<IntakeProblem[]> {
  const failed = orders.flatMap((order, index) => {
    const group = groups[index]
    return group && !settledFates.has(order.fate) ? [{ order, group }] : []
  })
  const codes = failed.map(({ group }) => group.group.code)
  const customerIds = await store.customerIdsOf(ctx, codes)
  const isOfSeveral = new Set(groups.map(({ group }) => group.code)).size > 1
  return failed.flatMap(({ order, group: { group } }) => {
    const customerId = customerIds.get(group.code)
    const { errors, says, orderNumber } = order
    const [row = 0] = order.rows
    if (errors.length === 0) {
      const repeatedOrder = orderNumber === null ? {} : { repeatedOrder: orderNumber }
      const isRepeated = order.fate === 'repeat'
      const more = isRepeated ? { repeatedRow: row, ...repeatedOrder } : cellsOfOrder(group)
      const { sentence, ...named } = stepOf(says ?? '')
      return [{ path: `row ${row}`, message: `Row ${row}: ${sentence}`, ...named, ...more }]
    }
    const facts = { group, customerId, isOfSeveral, corrected }
    return errors.map((error) => problemOf(error, facts))
  })
}

/** A refusal for an inactive record with its next step, and the record; another one as it is. */
function stepOf(says: string): { sentence: string } & Pick<IntakeProblem, 'record'> {
  const [, noun, code] = /^(Customer|SKU) (.+) is inactive$/.exec(says) ?? []
  if (code === undefined) return { sentence: says }
  const isSku = noun === 'SKU'
  const step = isSku ? 'Activate the SKU' : 'Activate the customer, or correct the customer code'
  const record = { kind: isSku ? ('sku' as const) : ('customer' as const), code }
  return { sentence: `${says}. ${step}, then run this message again`, record }
}

type RowFacts = Pick<ImportedFile, 'corrected'> & {
  group: Group
  customerId: number | undefined
  /** The file has orders of several customers. */
  isOfSeveral: boolean
}

function problemOf(
  { row, field, message: sentence }: ImportedOrder['errors'][number],
  { group, customerId, isOfSeveral, corrected }: RowFacts,
): IntakeProblem {
  const plain = { path: `row ${row} ${field}`, message: `Row ${row}: ${sentence}` }
  const problem = { ...plain, ...cellsOf(group, row, [field]) }
  const form = group.rows.find(({ number }) => number === row)?.form
  if (form === undefined || customerId === undefined) return problem
  const { sku, unit: text } = form
  const customer = { customerId, ...(isOfSeveral && { customerCode: group.code }) }
  if (sentence === `SKU ${sku} does not exist`) {
    return { ...plain, part: { ...customer, code: sku } }
  }
  const read = field === 'unit' ? corrected.rowOf(customerId, form) : undefined
  const ours = read?.wantedUnit
  // Another error of the unit, such as a text that is too long, is corrected in this file alone.
  if (!read || !ours || !text || sentence !== otherUnitText(text, ours)) return problem
  return { ...plain, unit: { ...customer, skuId: read.skuId, sku, text, ours } }
}

/** Fields that all rows of an order have: they are corrected in all of them. */
const orderFields: ReadonlySet<string> = new Set(['customerCode', 'customerPO'])

/** At most so many quantities of an order that was refused are offered. */
const mostQuantities = 20

/** What of an order that was refused a person may correct: its customer and its quantities. */
function cellsOfOrder(group: Group): Pick<IntakeProblem, 'cells'> {
  const [first] = group.rows
  const { cells: customer = [] } = first ? cellsOf(group, first.number, ['customerCode']) : {}
  const quantities = group.rows.slice(0, mostQuantities).flatMap(({ number }) => {
    return cellsOf(group, number, ['quantity']).cells ?? []
  })
  return { cells: [...customer, ...quantities] }
}

/** The cells of a row, as a person may correct them in the inbox. */
function cellsOf(
  { rows: ofOrder }: Group,
  row: number,
  fields: readonly string[],
): Pick<IntakeProblem, 'cells'> {
  const form: Readonly<Record<string, unknown>> =
    ofOrder.find(({ number }) => number === row)?.form ?? {}
  const cells = orderColumns.flatMap(({ name, label }) => {
    if (!fields.includes(name)) return []
    const places = orderFields.has(name) ? ofOrder.map(({ number }) => number) : [row]
    const value = form[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return [{ rows: places, field: name, label: `${label} in row ${row}`, text }]
  })
  return cells.length === 0 ? {} : { cells }
}
