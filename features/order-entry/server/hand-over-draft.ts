import * as z from 'zod/mini'
import { recordForm } from '#features/intake/server/service.ts'
import { shippingMethodNames, shippingMethods } from '#features/sales-orders/rules.ts'
import { cutText } from '#platform/kernel/fields.ts'
import { isDay } from '#platform/kernel/days.ts'
import { maxInteger } from '#platform/kernel/fields.ts'
import { cents, decimal, isDecimal } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { isOfLaterForm, laterForm } from '#platform/kernel/stored-json.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { executeOnce, fingerprint } from '#platform/server/http/idempotency.ts'
import type { UnsentOrderForm } from '../contract.ts'
import { draftKeyOf } from '../draft-key.ts'
import { guardFormSize } from './drafts.ts'
import { unplacedSentence } from './intake/unplaced-fields.ts'

// A draft, or an order that a device has not sent, which its owner hands over to the intake inbox,
// where someone else completes it.

const typedText = z.catch(z.string(), '')
const chosen = z.catch(z.optional(z.object({ id: z.int() })), undefined)
const filled = z.catch(z.optional(z.object({ value: z.string() })), undefined)

/** What of a stored draft the inbox needs; everything else stays in the raw message. */
const handedDraft = z.object({
  customer: chosen,
  orderSource: z.catch(z.enum(['web', 'phone', 'mobile']), 'web'),
  customerPO: typedText,
  shippingAddress: typedText,
  shippingMethod: z.catch(z.enum(shippingMethods), 'standard'),
  billingAddress: typedText,
  shipDate: typedText,
  cancelAfter: typedText,
  notes: typedText,
  backorder: z.catch(z.boolean(), false),
  /** What the customer filled in, which is not asked for by a person. */
  fills: z.catch(z.optional(z.object({ billingAddress: filled })), undefined),
  lines: z.array(z.object({ sku: chosen, text: typedText, quantity: typedText, price: typedText })),
})
type HandedDraft = z.output<typeof handedDraft>
type HandedLine = HandedDraft['lines'][number]

/** The longest texts that the form of the inbox has a place for. */
const limits = { customerPO: 50, shippingAddress: 500, notes: 5000 } as const
const longTexts = [
  ['customerPO', 'Customer PO'],
  ['shippingAddress', 'Ship-to'],
  ['notes', 'Notes'],
] as const
const days = [
  ['shipDate', 'Ship date'],
  ['cancelAfter', 'Cancel after'],
] as const

const deleteDraft = {
  name: 'delete_order_draft_handed_over',
  text: `delete from order_drafts where id = $1 and user_id = $2 returning title, form`,
}
type DraftRow = { title: string; form: Record<string, unknown> }

/** What a key was used for, on this device or another: the order, or the message of the inbox. */
const readUseOfKey = {
  name: 'read_use_of_key_of_order_draft',
  text: `select o.order_number as "orderNumber", m.id as "messageId"
         from idempotency_keys k
         left join sales_orders o on o.id = k.record_id and k.path <> $3
         left join intake_messages m on m.id = k.record_id and k.path = $3
         where k.user_id = $1 and k.key = $2`,
}

/**
 * Moves a draft of the current user to the intake inbox. Throws 404 if there is no such draft, and
 * 409 if this version cannot read it, or if its order was already created; it then stays a draft.
 */
export function handOverOrderDraft(ctx: Context, id: number): Promise<{ messageId: number }> {
  return inTransaction(ctx, async (inner) => {
    const [draft] = await rows<DraftRow>(inner.db, deleteDraft, [id, inner.user?.id ?? 0])
    if (!draft) throw missing('That draft')
    const { title, form } = draft
    const key = draftKeyOf({ id, form })
    // The id tells two equal drafts apart, which are two orders.
    const sent = JSON.stringify({ draftId: id, form })
    return handOver(inner, { key, title: title || `Draft ${id}`, form, sent })
  })
}

/**
 * Moves an order that a device has not sent to the intake inbox, and deletes the draft that it
 * replaces. Throws 409 if this version cannot read it, or if an order was created under its key,
 * and 422 if it is too large.
 */
export function handOverUnsentOrder(
  ctx: Context,
  { key, title, form, draftId, reason }: UnsentOrderForm,
): Promise<{ messageId: number }> {
  guardFormSize(form)
  return inTransaction(ctx, async (inner) => {
    const userId = inner.user?.id ?? 0
    const drafts =
      draftId === undefined ? [] : await rows<DraftRow>(inner.db, deleteDraft, [draftId, userId])
    const isDraftGone = draftId !== undefined && drafts.length === 0
    const notices = isDraftGone ? [draftGone] : []
    const sent = JSON.stringify({ key, form })
    const order = { key, title: title ?? 'Unsent order', form, sent, notices }
    return handOver(inner, { ...order, channel: 'mobile', refusal: reason ?? undefined })
  })
}

const draftGone =
  'Its draft was created, moved to Intake or deleted meanwhile. Check Sales Orders and Intake, ' +
  'then save'

/** An order that is moved to the inbox, with the key under which it would be created. */
type HandedOrder = {
  key: string
  title: string
  form: Record<string, unknown>
  /** The raw message, which is like no other. */
  sent: string
  channel?: HandedDraft['orderSource']
  /** Why the server refused it. */
  refusal?: string | undefined
  notices?: readonly string[]
}

/** The path that a key is claimed for, by a draft as by an unsent order. */
const claimPath = '/api/order-drafts/hand-over'

/**
 * Records an order as a message, once for its key: a repetition is answered with the same message.
 * The order cannot be created under the key from now on, as in another tab or on another device.
 * Throws 409 if it was created before, or moved with other entries.
 */
async function handOver(ctx: Context, order: HandedOrder): Promise<{ messageId: number }> {
  const { user, requestId } = ctx
  const { key, form } = order
  const bodySha256 = fingerprint(JSON.stringify(form))
  const call = { userId: user?.id ?? 0, key, method: 'POST', path: claimPath, bodySha256 }
  const request = { body: form, user, requestId, call }
  const readAgain = async (_: Context, id: number) => ({ id })
  const answer = await executeOnce(ctx, { request, status: 200, readAgain }, async (inner) => ({
    id: await recordHandedOver(inner, order),
  }))
  if (answer instanceof Refusal) throw await withUseOfKey(ctx, key, answer)
  const { id } = JSON.parse(answer.body) as { id: number }
  return { messageId: id }
}

/** The refusal of a key, which names the order or message if the key was used for one before. */
async function withUseOfKey(
  { db, user }: Context,
  key: string,
  refusal: Refusal,
): Promise<Refusal> {
  if (refusal.code !== 'idempotency-key-reused') return refusal
  type Use = { orderNumber: string | null; messageId: number | null }
  const [use] = await rows<Use>(db, readUseOfKey, [user?.id ?? 0, key, claimPath])
  if (use?.orderNumber) {
    const sentence = `Order ${use.orderNumber} was already created from this draft`
    return new Refusal('refused', 'draft-created', sentence)
  }
  if (use?.messageId) {
    const sentence = `This draft was already moved to Intake as message ${use.messageId}`
    return new Refusal('refused', 'draft-moved', sentence)
  }
  return refusal
}

/** Records an order as a message of the inbox. Throws 409 if this version cannot read it. */
function recordHandedOver(
  ctx: Context,
  { title, form, sent, channel, refusal, notices = [] }: HandedOrder,
): Promise<number> {
  const read = isOfLaterForm(form) ? undefined : handedDraft.safeParse(form)
  if (!read?.success) throw new Refusal('refused', 'stored-form-unreadable', laterForm)
  const { customer, orderSource, shipDate, cancelAfter, lines } = read.data
  return recordForm(ctx, {
    channel: channel ?? orderSource,
    sender: ctx.user?.username ?? '',
    subject: title,
    sent,
    form: {
      customerId: customer?.id ?? null,
      customerPO: fieldOf(read.data, 'customerPO'),
      shippingAddress: fieldOf(read.data, 'shippingAddress'),
      shipDate: isDay(shipDate) ? shipDate : null,
      cancelAfter: isDay(cancelAfter) ? cancelAfter : null,
      notes: fieldOf(read.data, 'notes'),
      items: lines.filter(isItem).map(itemOf),
    },
    unplaced: [...notices, ...unplacedOf(read.data)],
    ...(refusal !== undefined && { refusal }),
  })
}

function fieldOf(draft: HandedDraft, name: keyof typeof limits): string | null {
  return cutText(draft[name].trim(), limits[name]) || null
}

function isItem({ sku, text }: HandedLine): boolean {
  return sku !== undefined || text.trim() !== ''
}

function itemOf({ sku, text, quantity, price }: HandedLine) {
  const code = cutText(text.trim(), 100)
  const units = /^\d{1,9}$/.test(quantity.trim()) ? Number(quantity) : 0
  const isValid = units >= 1 && units <= maxInteger
  return {
    code: code || null,
    skuId: sku?.id ?? null,
    quantity: isValid ? units : null,
    unitPrice: priceOf(price),
  }
}

/** A typed price such as `$1,200.50` as decimal text; null for any other text, as a discount. */
function priceOf(text: string): string | null {
  const amount = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  return isDecimal(amount) && !amount.startsWith('-') ? decimal(cents(amount)) : null
}

/** What the draft asks for and the form of the inbox has no place for, one sentence each. */
function unplacedOf(draft: HandedDraft): string[] {
  const { shippingMethod, billingAddress, fills, backorder, lines } = draft
  const billing = billingAddress.trim()
  const isOwnBilling = billing === '' || billing === fills?.billingAddress?.value.trim()
  const isMethodUsual = shippingMethod === 'standard'
  const method = shippingMethodNames[shippingMethod]
  return [
    ...(isMethodUsual ? [] : [unplacedSentence(`Shipping method: ${method}`)]),
    ...(isOwnBilling ? [] : [unplacedSentence(`Billing address: ${billing}`)]),
    ...(backorder ? [unplacedSentence('Backorder: yes')] : []),
    ...longTexts.flatMap(([name, label]) => {
      const isCut = draft[name].trim().length > limits[name]
      return isCut ? [`${label}: this form has only the first ${limits[name]} characters`] : []
    }),
    ...days.flatMap(([name, label]) => unreadText(label, draft[name], isDay(draft[name]))),
    ...lines.filter(isItem).flatMap(({ price }, index) => {
      return unreadText(`Line ${index + 1}, price`, price, priceOf(price) !== null)
    }),
  ]
}

/** A typed text that is no value of its field. */
function unreadText(label: string, text: string, isRead: boolean): string[] {
  return isRead || text.trim() === '' ? [] : [unplacedSentence(`${label}: ${text.trim()}`)]
}
