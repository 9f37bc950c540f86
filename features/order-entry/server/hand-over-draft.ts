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
import { unplacedSentence } from './intake/unplaced-fields.ts'

// A draft that its owner hands over to the intake inbox, where somebody else completes it.

const typedText = z.catch(z.string(), '')
const chosen = z.catch(z.optional(z.object({ id: z.int() })), undefined)
const filled = z.catch(z.optional(z.object({ value: z.string() })), undefined)

/** What of a stored draft the inbox needs; everything else stays in the raw message. */
const handedDraft = z.object({
  customer: chosen,
  /** The key that its order is created under; an earlier version saved none. */
  idempotencyKey: z.catch(z.optional(z.string()), undefined),
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

/** The order that was created under the key of a draft, from this device or another. */
const readCreated = {
  name: 'read_order_created_from_draft',
  text: `select o.order_number as "orderNumber"
         from idempotency_keys k join sales_orders o on o.id = k.record_id
         where k.user_id = $1 and k.key = $2`,
}

/**
 * Moves a draft of the current user to the intake inbox. Throws 404 if there is no such draft, and
 * 409 if this version cannot read it, or if it has become an order; it then stays a draft.
 */
export function handOverOrderDraft(ctx: Context, id: number): Promise<{ messageId: number }> {
  return inTransaction(ctx, async (inner) => {
    type Row = { title: string; form: unknown }
    const [draft] = await rows<Row>(inner.db, deleteDraft, [id, inner.user?.id ?? 0])
    if (!draft) throw missing('That draft')
    const read = isOfLaterForm(draft.form) ? undefined : handedDraft.safeParse(draft.form)
    if (!read?.success) throw new Refusal('refused', 'stored-form-unreadable', laterForm)
    await refuseCreated(inner, id, read.data)
    const { customer, orderSource, shipDate, cancelAfter, lines } = read.data
    const messageId = await recordForm(inner, {
      channel: orderSource,
      sender: inner.user?.username ?? '',
      subject: draft.title || `Draft ${id}`,
      // The id tells two equal drafts apart, which are two orders.
      sent: JSON.stringify({ draftId: id, form: draft.form }),
      form: {
        customerId: customer?.id ?? null,
        customerPO: fieldOf(read.data, 'customerPO'),
        shippingAddress: fieldOf(read.data, 'shippingAddress'),
        shipDate: isDay(shipDate) ? shipDate : null,
        cancelAfter: isDay(cancelAfter) ? cancelAfter : null,
        notes: fieldOf(read.data, 'notes'),
        items: lines.filter(isItem).map(itemOf),
      },
      unplaced: unplacedOf(read.data),
    })
    return { messageId }
  })
}

/** Refuses a draft whose creation had no answer, but created its order. */
async function refuseCreated(
  { db, user }: Context,
  id: number,
  { idempotencyKey = `order-draft-${id}` }: HandedDraft,
): Promise<void> {
  const values = [user?.id ?? 0, idempotencyKey]
  const [order] = await rows<{ orderNumber: string }>(db, readCreated, values)
  if (!order) return
  const sentence = `Order ${order.orderNumber} was already created from this draft`
  throw new Refusal('refused', 'draft-created', sentence)
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
