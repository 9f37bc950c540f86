import { type Context, inTransaction, send } from '#platform/server/database/db.ts'
import { emptyForm, type IntakeForm, type IntakeProblem, type StoredForm } from '../intake-form.ts'
import type { IntakeChannel } from '../rules.ts'
import { stateWith } from './advance-message.ts'
import { readProblems } from './form-facts.ts'
import { lockSame, placedBefore, recordMessage } from './record-message.ts'
import * as store from './store.ts'

/** A line as it was handed over; `unitPrice` is a price that was typed. */
type OrderLine = {
  code?: string | null
  skuId: number | null
  quantity: number | null
  unitPrice?: string | null
}

/** An order that a program or a person handed over with known fields, and why it was not placed. */
export type OrderForm = {
  channel: Exclude<IntakeChannel, 'csv' | 'edi' | 'text' | 'email'>
  sender: string
  /** Who that is (`NewMessage`); not needed if the order is like no other. */
  senderKey?: string | undefined
  subject: string
  /** The order as it was sent, as JSON; it becomes the raw message. */
  sent: string
  /** The hash of the order as it was parsed, by which `closePlacedMessages` finds it. */
  orderSha256?: Buffer
  form: Partial<Omit<IntakeForm, 'items'>> & {
    items: readonly OrderLine[]
  }
  /** What it asks for and the form has no place for: problems until a person has saved the form. */
  unplaced?: readonly string[]
  /** Why it was refused; empty for a draft that is handed over. */
  refusal?: string
}

/**
 * Records an order with known fields as a message, in the open transaction if there is one. One
 * that equals a placed order may be another one, so that it is open, with that as a problem; one
 * that equals a rejected order is its duplicate. Returns the id of the message.
 */
export function recordForm(ctx: Context, order: OrderForm): Promise<number> {
  const { channel, sender, senderKey, subject, sent, form, unplaced = [], refusal } = order
  return inTransaction(ctx, async (inner) => {
    const raw = Buffer.from(sent, 'utf8')
    // Whoever is placing the open message has placed it when it is read.
    await lockSame(inner, { channel, senderKey }, raw)
    const repeated = await placedBefore(inner, { channel, senderKey }, raw)
    const unread = [...repeated, ...unplaced]
    const checking = unread.length > 0 ? { unread } : { isChecked: true }
    const content: StoredForm = { $form: 1, form: formOf(form), marks: {}, ...checking }
    const refused: IntakeProblem[] = refusal === undefined ? [] : [{ path: '', message: refusal }]
    const problems = [...refused, ...(await readProblems(inner, content))]
    const { customerId, customerPO } = content.form
    const isKnown = customerId !== null && !problems.some(({ path }) => path === 'customerId')
    const named = { channel, sender, senderKey, subject, raw, mediaType: 'application/json' }
    const read = { content, problems, state: stateWith(problems), customerPO }
    const message = { ...named, ...read, customerId: isKnown ? customerId : null }
    const id = await recordMessage(inner, message, { isDuplicateOfSettled: repeated.length === 0 })
    const { orderSha256 } = order
    if (orderSha256) await send(inner, store.writeOrderHash, [id, orderSha256])
    return id
  })
}

function formOf({ items, ...header }: OrderForm['form']): IntakeForm {
  return {
    ...emptyForm,
    ...header,
    items: items.map(({ code = null, skuId, quantity, unitPrice = null }) => {
      return { code, skuId, quantity, unit: null, unitPrice }
    }),
  }
}
