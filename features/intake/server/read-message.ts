import { cutText } from '#platform/kernel/fields.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type {
  IntakeFormLine,
  IntakeMessage,
  IntakeMessageDetails,
  IntakeMessageQuery,
} from '../contract.ts'
import { emptyForm, type IntakeForm, type IntakeProblem } from '../intake-form.ts'
import { correctedCellsOf, formOf } from './advance-message.ts'
import * as store from './store.ts'

/** Lists the messages of the inbox, one page at a time. */
export function listIntakeMessages(ctx: Context, query: IntakeMessageQuery) {
  return readList<IntakeMessage>(ctx.db, listOf(ctx), query)
}

/** Counts the messages that wait for a person, and those of the caller among them. */
export async function countIntakeMessages(ctx: Context): Promise<{ open: number; mine: number }> {
  type Row = { open: number; mine: number }
  const [found] = await rows<Row>(ctx.db, store.countOpen, [ctx.user?.id ?? 0])
  return found ?? { open: 0, mine: 0 }
}

/** Reads a message with its text, its form and its problems. Throws 404 if there is none. */
export function readIntakeMessage(ctx: Context, id: number): Promise<IntakeMessageDetails> {
  return onOneConnection(ctx, (inner) => readMessageDetails(inner, id))
}

type ContentRow = {
  raw: Buffer | null
  hasRaw: boolean
  content: unknown
  options: unknown
  problems: IntakeProblem[]
}
type RawRow = { raw: Buffer | null; mediaType: string }
type OrderRow = { id: number; orderNumber: string; status: string }

/** Reads a message in the open transaction or on the same connection. */
export async function readMessageDetails(ctx: Context, id: number): Promise<IntakeMessageDetails> {
  const found = await readOne<IntakeMessage>(ctx.db, listOf(ctx), { id })
  const [row] = await rows<ContentRow>(ctx.db, store.readContent, [id])
  if (!found || !row) throw missing('That message')
  const stored = formOf(row)
  return {
    ...found,
    text: row.hasRaw ? (stored?.text ?? textOf(row.raw ?? Buffer.alloc(0))) : null,
    hasForm: stored !== null,
    ...(await readFormAnswer(ctx, stored?.form ?? { ...emptyForm, ...ownFieldsOf(found) })),
    marks: stored?.marks ?? {},
    problems: row.problems,
    cells: correctedCellsOf(row),
    orders: await rows<OrderRow>(ctx.db, store.readOrders, [id]),
  }
}

/** Downloads the raw message. Throws 404 if there is none, or if it was deleted by its age. */
export async function downloadIntakeMessage(ctx: Context, id: number): Promise<Download> {
  const [row] = await rows<RawRow>(ctx.db, store.readRaw, [id])
  if (!row || row.raw === null) throw missing('That original message')
  const { raw } = row
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield raw
  }
  const mediaType = 'application/octet-stream'
  return { fileName: `message-${id}.${endingOf(row.mediaType)}`, mediaType, pieces: pieces() }
}

const endings: Readonly<Record<string, string>> = {
  'application/edi-x12': 'edi',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'message/rfc822': 'eml',
  'text/csv': 'csv',
  'text/plain': 'txt',
}

function endingOf(mediaType: string): string {
  return endings[mediaType] ?? 'bin'
}

/** In UTF-16 units, of which each has at most three bytes (`shownBytes`). */
const maxShown = 262_144

/**
 * The start of a raw message as text, with signs for characters that no answer may have; null if it
 * is binary. A character that was cut in the middle is left out.
 */
function textOf(raw: Buffer): string | null {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const text = decoder.decode(raw, { stream: true })
    return cutText(text, maxShown).replaceAll('\u0000', '\uFFFD')
  } catch {
    return null
  }
}

function listOf(ctx: Context) {
  return { ...store.messageList, values: [ctx.user?.id ?? 0] }
}

const readNames = {
  name: 'read_names_of_intake_form',
  text: `select customer_code as "customerCode", name from customers where id = $1`,
}

const readSkuNames = {
  name: 'read_sku_names_of_intake_form',
  text: `select id, sku, name, unit_of_measure as "unitOfMeasure"
         from skus where id = any($1::int[])`,
}

type SkuNames = { id: number; sku: string; name: string; unitOfMeasure: string }

/** What the list says of a message without a form. */
function ownFieldsOf({ customerId, customerPO }: IntakeMessage) {
  return { customerId, customerPO }
}

type FormAnswer = Pick<
  IntakeMessageDetails,
  | 'customerId'
  | 'customerCode'
  | 'customerName'
  | 'customerPO'
  | 'shipDate'
  | 'cancelAfter'
  | 'shippingAddress'
  | 'notes'
  | 'items'
>

/** The fields of a form with the names of its customer and SKUs. */
async function readFormAnswer(ctx: Context, form: IntakeForm): Promise<FormAnswer> {
  const { customerId, items } = form
  type Names = { customerCode: string; name: string }
  const [customer] = customerId === null ? [] : await rows<Names>(ctx.db, readNames, [customerId])
  const skuIds = [...new Set(items.flatMap(({ skuId }) => skuId ?? []))]
  const skus = skuIds.length === 0 ? [] : await rows<SkuNames>(ctx.db, readSkuNames, [skuIds])
  const byId = new Map(skus.map((sku) => [sku.id, sku]))
  return {
    customerId,
    customerCode: customer?.customerCode ?? null,
    customerName: customer?.name ?? null,
    customerPO: form.customerPO,
    shipDate: form.shipDate,
    cancelAfter: form.cancelAfter,
    shippingAddress: form.shippingAddress ?? null,
    notes: form.notes,
    items: items.map((item) => lineAnswer(item, byId)),
  }
}

function lineAnswer(
  { source = null, code, skuId, quantity, unit, unitPrice }: IntakeForm['items'][number],
  skus: ReadonlyMap<number, SkuNames>,
): IntakeFormLine {
  const sku = skuId === null ? undefined : skus.get(skuId)
  return {
    source,
    code,
    skuId,
    sku: sku?.sku ?? null,
    name: sku?.name ?? null,
    unitOfMeasure: sku?.unitOfMeasure ?? null,
    quantity,
    unit,
    unitPrice: unitPrice === null ? null : decimal(cents(unitPrice)),
  }
}
