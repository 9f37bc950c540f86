import type { QueryClient } from '@tanstack/react-query'
import { readOfflineKey } from '#features/auth/contract.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { listSkus, readSku } from '#features/skus/contract.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { refresh } from '#platform/web/api-hooks.ts'
import { DeviceLocked } from '#platform/web/offline/device-records.ts'
import { vaultInBackground } from '#platform/web/offline/vault.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import type { Moment } from '#platform/kernel/days.ts'
import { createOrder, listOrderDrafts, validateOrder } from '../../contract.ts'
import { samePoQuery } from '../customer/same-po-query.ts'
import { deleteDraft } from '../drafts/draft-autosave.ts'
import { type OrderServer, sendUnsentOrder } from './send-unsent-order.ts'
import { isQueued, type UnsentOrder } from './unsent-order.ts'
import {
  deleteUnsentOrder,
  listUnsentOrders,
  withOrdersLocked,
  writeUnsentOrder,
} from './unsent-order-store.ts'

const orderDependents = [listSalesOrders, listCustomers, readCustomer, listSkus, readSku]
/** No connection, nobody signed in, or a server that asks to wait. */
const stopsSending = new Set([0, 401, 429, 502, 503, 504])
const store = { write: writeUnsentOrder, delete: deleteUnsentOrder }

/** A call without an answer for so long fails, so that it does not hold the lock of the orders. */
const timeoutMs = 30_000

let running: Promise<void> | undefined
let isRequested = false

/**
 * Sends the orders that wait, one after the other, and tells what was created. Waits while another
 * tab sends; a call during a run sends again after it. Ends quietly without a connection: the
 * orders stay and are sent later.
 */
export function sendUnsentOrders(client: QueryClient): Promise<void> {
  isRequested = true
  running ??= sendWhileRequested(client).finally(() => {
    running = undefined
  })
  return running
}

async function sendWhileRequested(client: QueryClient): Promise<void> {
  while (isRequested) {
    isRequested = false
    await withOrdersLocked(() => sendAll(client))
  }
}

async function sendAll(client: QueryClient): Promise<void> {
  const { orders } = await listUnsentOrders()
  for (const order of orders.filter(isQueued)) {
    try {
      await sendNext(order, client)
    } catch (error) {
      if (error instanceof DeviceLocked) return
      if (!(error instanceof ApiError)) throw error
      // The next run tries again. Only an error of this order alone does not stop the others.
      if (stopsSending.has(error.status) || error.code === 'other-user') return
    }
  }
}

async function sendNext(order: UnsentOrder, client: QueryClient): Promise<void> {
  // The session may be that of another user by now, who must not send this user's orders.
  const [{ userId, serverTime }, vault] = await Promise.all([
    inTime((signal) => send(readOfflineKey, { signal })),
    vaultInBackground(),
  ])
  if (vault?.userId !== userId || order.userId !== userId) return
  const server = orderServer(serverTime, userId)
  const orderNumber = await sendUnsentOrder(order, { server, store })
  if (orderNumber === undefined) return
  notify({ title: 'Order sent', text: `Order ${orderNumber} was created` })
  if (order.draftId !== undefined) await deleteDraft(client, { id: order.draftId, userId })
  await refresh(client, orderDependents)
}

/** The calls of one user: the server refuses them if another one signed in meanwhile. */
function orderServer(serverTime: Moment, asUser: number): OrderServer {
  return {
    serverTime,
    validate: (body) => inTime((signal) => send(validateOrder, { body, signal, asUser })),
    findOrderWithPo: async (customerId, customerPO) => {
      const query = { customerId, ...samePoQuery(customerPO), limit: 1, sort: '-id' }
      const [found] = await inTime((signal) => send(listSalesOrders, { query, signal, asUser }))
      return found?.orderNumber
    },
    hasDraft: async (id) => {
      const drafts = await inTime((signal) => send(listOrderDrafts, { signal, asUser }))
      return drafts.some((draft) => draft.id === id)
    },
    create: async (body, idempotencyKey) => {
      const { order } = await inTime((signal) => {
        return send(createOrder, { body, idempotencyKey, signal, asUser })
      })
      return order.orderNumber
    },
  }
}

/**
 * The answer of a call; rejects as without a connection if it does not arrive in time. That ends a
 * call, too, that waits until somebody signs in: it would hold the lock of the orders for all tabs.
 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const unanswered = new ApiError(0, 'The server did not answer in time', { code: 'unreachable' })
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(unanswered), { once: true })
  })
  try {
    return await Promise.race([call(signal), late])
  } catch (error) {
    if (error instanceof ApiError || !signal.aborted) throw error
    throw unanswered
  }
}
