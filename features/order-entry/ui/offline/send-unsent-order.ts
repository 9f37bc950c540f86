import type { Moment } from '#platform/kernel/days.ts'
import { ApiError, isRefused } from '#platform/web/api-client.ts'
import { type OrderValidation, orderValidation } from '../../contract.ts'
import { orderRequestOf } from '../order-form.ts'
import {
  bodyOf,
  differencesOf,
  isRepeatable,
  mayExistSentence,
  type UnsentOrder,
} from './unsent-order.ts'

/** What sending needs of the server. Each call rejects with an ApiError. */
export type OrderServer = {
  /** The time of the server at the start of this run. */
  serverTime: Moment
  validate(request: ReturnType<typeof orderRequestOf>): Promise<OrderValidation>
  /** The number of the newest order of this customer with this PO. */
  findOrderWithPo(customerId: number, customerPO: string): Promise<string | undefined>
  /** False if the draft was created or deleted on another device. */
  hasDraft(id: number): Promise<boolean>
  /** Creates the order at most once for each key; returns its number. */
  create(body: ReturnType<typeof bodyOf>, idempotencyKey: string): Promise<string>
}

/** Where this device stores the orders. */
export type OrderStore = {
  write(order: UnsentOrder): Promise<void>
  delete(order: UnsentOrder): Promise<void>
}

type Parts = { server: OrderServer; store: OrderStore }

/**
 * Sends one order and returns its number. Returns undefined if a person must decide first; the
 * order then says why. Rejects if the server cannot be reached or asks to wait; the order stays.
 *
 * Before the creating request leaves, the device stores it. Until an answer arrives, exactly this
 * request is repeated with the same key, so that a lost answer, a closed browser or a second tab
 * cannot create the order twice.
 */
export async function sendUnsentOrder(
  order: UnsentOrder,
  { server, store }: Parts,
): Promise<string | undefined> {
  if (order.attempt) {
    if (isRepeatable(order.attempt.sentAt, server.serverTime)) {
      return create(order, order.attempt.body, { server, store, isRepeated: true })
    }
    await store.write({ ...order, state: 'unclear', reasons: [mayExistSentence] })
    return undefined
  }
  const checked = await check(order, { server, store })
  if (!checked) return undefined
  const body = bodyOf(order, checked)
  const attempt = { body, sentAt: server.serverTime }
  const sending = { ...order, state: 'sending', attempt, reasons: undefined } as const
  await store.write(sending)
  return create(sending, body, { server, store, isRepeated: false })
}

/** Checks the order as it is now; undefined if a person must decide. */
async function check(
  order: UnsentOrder,
  { server, store }: Parts,
): Promise<OrderValidation | undefined> {
  const { customer, customerPO } = order.orderForm
  const po = customerPO.trim()
  try {
    const validation = await server.validate(orderRequestOf(order.orderForm))
    const repeatedPo =
      customer && po !== '' ? await server.findOrderWithPo(customer.id, po) : undefined
    const isDraftGone = order.draftId !== undefined && !(await server.hasDraft(order.draftId))
    const findings = { repeatedPo, isDraftGone }
    const reasons = differencesOf(order, validation, findings)
    if (reasons.length === 0) return validation
    await store.write({ ...order, state: 'review', reasons, validation, ...findings })
  } catch (error) {
    if (!isFinal(error)) throw error
    const reasons = sentencesOf(error)
    await store.write({ ...order, state: 'review', reasons, validation: undefined })
  }
  return undefined
}

async function create(
  order: UnsentOrder,
  body: ReturnType<typeof bodyOf>,
  { server, store, isRepeated }: Parts & { isRepeated: boolean },
): Promise<string | undefined> {
  try {
    const orderNumber = await server.create(body, order.id)
    await store.delete(order)
    return orderNumber
  } catch (error) {
    if (!isFinal(error)) throw error
    // Only a conflict proves that the first request created nothing: others may be refused before
    // the server looks for the key.
    const isUnproven = isRepeated && error.status !== 409
    if (isUnproven || error.code === 'idempotency-key-reused') {
      const reasons = [...(isUnproven ? sentencesOf(error) : []), mayExistSentence]
      await store.write({ ...order, state: 'unclear', reasons })
      return undefined
    }
    const current = orderValidation.safeParse(error.extras['current'])
    const validation = current.success ? current.data : undefined
    const differences = validation ? differencesOf(order, validation) : []
    const reasons = differences.length > 0 ? differences : sentencesOf(error)
    await store.write({ ...order, state: 'review', attempt: undefined, reasons, validation })
    return undefined
  }
}

/** True if repeating the same request cannot succeed: a person must change or accept something. */
export function isFinal(error: unknown): error is ApiError {
  if (!isRefused(error) || !(error instanceof ApiError)) return false
  const canRepeat = [401, 408, 425, 429].includes(error.status)
  return !canRepeat && !['request-in-flight', 'other-user'].includes(error.code)
}

function sentencesOf({ sentence, fields }: ApiError): string[] {
  const messages = fields.map(({ message }) => message).filter((message) => message !== sentence)
  return [`The server refused the order: ${sentence}.`, ...messages]
}
