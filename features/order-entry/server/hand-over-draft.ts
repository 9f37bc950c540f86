import * as z from 'zod/mini'
import { recordForm } from '#features/intake/server/service.ts'
import { isDay } from '#platform/kernel/days.ts'
import { maxInteger } from '#platform/kernel/fields.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { isOfLaterForm, laterForm } from '#platform/kernel/stored-json.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'

// A draft that its owner hands over to the intake inbox, where somebody else completes it.

const typedText = z.catch(z.string(), '')
const chosen = z.catch(z.optional(z.object({ id: z.int() })), undefined)

/** What of a stored draft the inbox needs; everything else stays in the raw message. */
const handedDraft = z.object({
  customer: chosen,
  orderSource: z.catch(z.enum(['web', 'phone', 'mobile']), 'web'),
  customerPO: typedText,
  shippingAddress: typedText,
  shipDate: typedText,
  notes: typedText,
  lines: z.array(z.object({ sku: chosen, text: typedText, quantity: typedText })),
})

const deleteDraft = {
  name: 'delete_order_draft_handed_over',
  text: `delete from order_drafts where id = $1 and user_id = $2 returning title, form`,
}

/**
 * Moves a draft of the current user to the intake inbox. Throws 404 if there is no such draft, and
 * 409 if this version cannot read it; it then stays a draft.
 */
export function handOverOrderDraft(ctx: Context, id: number): Promise<{ messageId: number }> {
  return inTransaction(ctx, async (inner) => {
    type Row = { title: string; form: unknown }
    const [draft] = await rows<Row>(inner.db, deleteDraft, [id, inner.user?.id ?? 0])
    if (!draft) throw missing('That draft')
    const read = isOfLaterForm(draft.form) ? undefined : handedDraft.safeParse(draft.form)
    if (!read?.success) throw new Refusal('refused', 'stored-form-unreadable', laterForm)
    const { customer, orderSource, customerPO, shippingAddress, shipDate, notes, lines } = read.data
    const messageId = await recordForm(inner, {
      channel: orderSource,
      sender: inner.user?.username ?? '',
      subject: draft.title || `Draft ${id}`,
      // The id tells two equal drafts apart, which are two orders.
      sent: JSON.stringify({ draftId: id, form: draft.form }),
      form: {
        customerId: customer?.id ?? null,
        customerPO: customerPO.trim().slice(0, 50) || null,
        shippingAddress: shippingAddress.trim().slice(0, 500) || null,
        shipDate: isDay(shipDate) ? shipDate : null,
        notes: notes.trim().slice(0, 5000) || null,
        items: lines.flatMap(itemOf),
      },
    })
    return { messageId }
  })
}

function itemOf({ sku, text, quantity }: z.output<typeof handedDraft>['lines'][number]) {
  const code = text.trim().slice(0, 100)
  if (!sku && code === '') return []
  const units = /^\d{1,9}$/.test(quantity.trim()) ? Number(quantity) : 0
  const isValid = units >= 1 && units <= maxInteger
  return [{ code: code || null, skuId: sku?.id ?? null, quantity: isValid ? units : null }]
}
