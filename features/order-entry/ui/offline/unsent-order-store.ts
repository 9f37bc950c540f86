import * as z from 'zod/mini'
import { amountText, momentText } from '#platform/kernel/fields.ts'
import {
  deleteDeviceRecord,
  listDeviceRecords,
  readDeviceRecord,
  writeDeviceRecord,
} from '#platform/web/offline/device-records.ts'
import { ownerOfDevice } from '#platform/web/offline/stored-reads.ts'
import { type orderDraft, orderValidation } from '../../contract.ts'
import { priceSources } from '#features/sales-orders/contract.ts'
import { parseStoredForm } from '../drafts/parse-stored-draft.ts'
import { announceEverywhere, unsentOrderKind } from './stored-order-count.ts'
import { type UnsentOrder, unsentStates } from './unsent-order.ts'

// The orders that this device has not sent, encrypted, for the signed-in user.

const seenLine = z.object({
  skuId: z.int(),
  code: z.string(),
  quantity: z.int(),
  unitPrice: amountText,
  priceSource: z.enum(priceSources),
  available: z.int(),
})

/** Everything but the form, which `parseStoredForm` reads; another version may have stored it. */
const storedOrder = z.object({
  id: z.string(),
  userId: z.int(),
  seen: z.object({
    lines: z.array(seenLine),
    subtotal: amountText,
    asOf: z.optional(z.number()),
    total: z.optional(z.string()),
    isHoldAccepted: z.optional(z.boolean()),
    isMarginAccepted: z.optional(z.boolean()),
    isDraftGoneAccepted: z.optional(z.boolean()),
    repeatedPo: z.optional(z.string()),
  }),
  enteredAt: z.number(),
  draftId: z.optional(z.int()),
  state: z.enum(unsentStates),
  // Sent again exactly as stored, so nothing of the body may be lost.
  attempt: z.optional(z.object({ body: z.looseObject({}), sentAt: momentText })),
  reasons: z.optional(z.array(z.string())),
  validation: z.catch(z.optional(orderValidation), undefined),
  repeatedPo: z.optional(z.string()),
  isDraftGone: z.optional(z.boolean()),
  isHandedOver: z.optional(z.boolean()),
})

/** The orders of the signed-in user on this device. */
export type UnsentOrders = {
  orders: UnsentOrder[]
  /** How many another version of the program stored, which this one cannot read. */
  unreadable: number
  /** True if the session is over, or another user has signed in, so that nothing can be read. */
  isLocked: boolean
}

/**
 * The orders, oldest first; none while the device is locked. With `userId`, also none if the device
 * has the key of another user, who signed in in another tab: this tab must not show their orders.
 */
export async function listUnsentOrders(userId?: number): Promise<UnsentOrders> {
  const owner = await ownerOfDevice()
  if (owner === undefined || (userId ?? owner) !== owner) {
    return { orders: [], unreadable: 0, isLocked: true }
  }
  const records = await listDeviceRecords(unsentOrderKind)
  const orders = records.flatMap(({ value }) => parse(value) ?? [])
  return { orders, unreadable: records.length - orders.length, isLocked: false }
}

/** One order; undefined if it was sent or discarded meanwhile, or the device is locked. */
export async function readUnsentOrder(id: string): Promise<UnsentOrder | undefined> {
  const record = await readDeviceRecord(unsentOrderKind, id)
  return record && parse(record.value)
}

/**
 * Stores an order of its user; `replaces` is the id it had before. Throws if the device is locked,
 * or has the key of another user by now.
 */
export async function writeUnsentOrder(order: UnsentOrder, replaces?: string): Promise<void> {
  const change = { value: order, owner: order.userId, ...(replaces !== undefined && { replaces }) }
  await writeDeviceRecord(unsentOrderKind, order.id, change)
  announceEverywhere()
}

/** Deletes an order of its user. Throws if the device is locked, or has another user's key. */
export async function deleteUnsentOrder({
  id,
  userId,
}: Pick<UnsentOrder, 'id' | 'userId'>): Promise<void> {
  await deleteDeviceRecord(unsentOrderKind, id, userId)
  announceEverywhere()
}

/** Deletes the orders of the signed-in user that this version of the program cannot read. */
export async function deleteUnreadableOrders(): Promise<void> {
  await withOrdersLocked(async () => {
    const records = await listDeviceRecords(unsentOrderKind)
    const unreadable = records.filter(({ value }) => !parse(value))
    await Promise.all(
      unreadable.map(({ id, owner }) => deleteDeviceRecord(unsentOrderKind, id, owner)),
    )
    announceEverywhere()
  })
}

/** Deletes an order if this device has it. */
export async function deleteUnsentOrderIfAny(id: string): Promise<void> {
  await withOrdersLocked(async () => {
    const order = await readUnsentOrder(id)
    if (order) await deleteUnsentOrder(order)
  })
}

/** Runs `work` once no other tab, and nothing else here, sends or changes an order. */
export async function withOrdersLocked(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request('prizm-unsent-orders', work)
}

function parse(value: unknown): UnsentOrder | undefined {
  const stored = storedOrder.safeParse(value)
  if (!stored.success || typeof value !== 'object' || value === null) return undefined
  const { orderForm } = parseStoredForm((value as Record<string, unknown>)['orderForm'])
  if (!orderForm) return undefined
  const { attempt, ...order } = stored.data
  if (!attempt) return { ...order, orderForm }
  const body = attempt.body as z.input<typeof orderDraft>
  return { ...order, orderForm, attempt: { ...attempt, body } }
}
