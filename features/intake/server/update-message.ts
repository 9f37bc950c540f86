import { isSameUnit } from '#features/skus/units-of-measure.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { IntakeChanges, IntakeMessageDetails } from '../contract.ts'
import {
  type IntakeForm,
  type IntakeLine,
  type IntakeMarks,
  lineMark,
  type StoredForm,
} from '../intake-form.ts'
import { type FormFacts, problemsOf } from '../problems.ts'
import { correctionKey, maxUnitFactor } from '../rules.ts'
import { quantityIn } from '../text-values.ts'
import {
  formOf,
  guardOpen,
  lockMessage,
  type LockedMessage,
  settleMessage,
  stateWith,
} from './advance-message.ts'
import { type NewCorrection, rememberCorrections } from './corrections.ts'
import { readFormFacts } from './form-facts.ts'
import { readMessageDetails } from './read-message.ts'

/**
 * Replaces the form of an open message. What differs from the text is stored as corrections of the
 * customer, unless `remember` is false: which SKU a part number means, what a unit means for a SKU,
 * and which address a ship-to text means. The message then needs attention if problems remain.
 */
export function updateIntakeMessage(
  ctx: Context,
  id: number,
  { remember = true, ifMatch, ...form }: IntakeChanges & { ifMatch: number | undefined },
): Promise<IntakeMessageDetails> {
  return runTransition(ctx, { id, ifMatch, ...messageSubject }, async (inner, locked) => {
    const before = guardForm(locked)
    const after: StoredForm = { ...before, form, isChecked: true }
    const facts = await readFormFacts(inner, form)
    const problems = problemsOf(after, facts)
    if (remember) {
      await rememberCorrections(inner, correctionsOf({ before, form, facts }))
    }
    const customerId = facts.customer?.id ?? null
    const change = { content: after, problems, customerId, customerPO: form.customerPO }
    return settleMessage(inner, locked, { ...change, state: stateWith(problems) })
  })
}

/** How a message is locked and answered. */
export const messageSubject = {
  lock: lockMessage,
  readCurrent: readMessageDetails,
  read: (ctx: Context, id: number) => readMessageDetails(ctx, id),
}

/** The form of an open message. Throws 409 if it has none, or is not open. */
export function guardForm(locked: LockedMessage): StoredForm {
  guardOpen(locked)
  const stored = formOf(locked)
  if (stored) return stored
  const sentence = 'This message has no form. Correct its part numbers, then run it again'
  throw new Refusal('refused', 'intake-without-form', sentence)
}

type CorrectionFacts = { before: StoredForm; form: IntakeForm; facts: FormFacts }

/** What a person corrected: only values that were read from the text and are different now. */
function correctionsOf({ before, form, facts }: CorrectionFacts): NewCorrection[] {
  const { marks } = before
  const customerId = facts.customer?.id
  if (customerId === undefined) return []
  const lines = form.items.flatMap((line) => [
    ...partCorrection(line, { customerId, facts, marks }),
    ...unitCorrection(line, { customerId, facts, marks }),
  ])
  return [...lines, ...shipToCorrection(form, customerId, marks)]
}

type LineCorrection = { customerId: number; facts: FormFacts; marks: IntakeMarks }

/** A part number that means another SKU than the one with this code. */
function partCorrection(
  { source, code, skuId }: IntakeLine,
  { customerId, facts, marks }: LineCorrection,
): NewCorrection[] {
  const sku = skuId === null ? undefined : facts.skus.get(skuId)
  if (!sku || !code || skuId === null) return []
  const found = source ? marks[lineMark(source, 'skuId')]?.value : undefined
  const isOwnCode = found === undefined && sku.sku.toLowerCase() === code.toLowerCase()
  if (found === String(skuId) || isOwnCode) return []
  return [{ customerId, kind: 'part', text: code, skuId }]
}

/** A unit that was replaced by ours, with how many of ours one of theirs is. */
function unitCorrection(
  { source, skuId, quantity, unit }: IntakeLine,
  { customerId, facts, marks }: LineCorrection,
): NewCorrection[] {
  const sku = skuId === null ? undefined : facts.skus.get(skuId)
  const read = source ? marks[lineMark(source, 'unit')] : undefined
  if (!sku || !read || !source || quantity === null || unit === null) return []
  const ours = sku.unitOfMeasure
  if (!isSameUnit(unit, ours) || isSameUnit(read.text, ours)) return []
  const text = marks[lineMark(source, 'quantity')]?.text ?? ''
  const written = quantityIn({ text, start: 0, end: 0 })
  if (written === undefined || quantity % written !== 0) return []
  const factor = quantity / written
  if (factor > maxUnitFactor) return []
  return [{ customerId, kind: 'unit', text: read.text, skuId, value: ours, factor }]
}

/** A ship-to text that was replaced by an address. */
function shipToCorrection(
  { shippingAddress }: IntakeForm,
  customerId: number,
  marks: IntakeMarks,
): NewCorrection[] {
  const read = marks['shippingAddress']
  if (!read || !shippingAddress) return []
  if (correctionKey(read.value) === correctionKey(shippingAddress)) return []
  return [{ customerId, kind: 'ship-to', text: read.text, value: shippingAddress }]
}
