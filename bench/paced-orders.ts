import { type Figure, percentile } from './figures.ts'
import type { Product } from './built-program.ts'

const orderEveryMs = 100

/** Orders that were placed one after the other while something else ran. */
export type OrderLoad = { seconds: number; times: number[]; refused: number }

/** Places an order of one of so many SKUs at a fixed interval while the work runs. */
export async function placeOrdersDuring(
  product: Product,
  skus: number,
  work: () => Promise<void>,
): Promise<OrderLoad> {
  const times: number[] = []
  let refused = 0
  let isOver = false
  const place = async () => {
    const began = performance.now()
    const skuId = 1 + Math.floor(Math.random() * skus)
    const answer = await fetch(`http://127.0.0.1:${product.port}/api/orders/create`, {
      method: 'POST',
      headers: { cookie: product.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ customerId: 1, items: [{ skuId, quantity: 1 }] }),
    })
    await answer.text()
    times.push(performance.now() - began)
    if (answer.status !== 201) refused += 1
  }
  const orders = (async () => {
    while (!isOver) {
      await place()
      await pause(orderEveryMs)
    }
  })()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await orders
  return { seconds, times, refused }
}

/** Waits for some time. */
export const pause = (forMs: number) => new Promise<void>((resolve) => setTimeout(resolve, forMs))

/** The p95 of orders placed during other work, as a multiple of the p95 without it. */
export function ratioOfP95(
  { part, name, atMost }: { part: string; name: string; atMost: number },
  quiet: OrderLoad,
  busy: OrderLoad,
): Figure {
  const [before, during] = [quiet, busy].map(({ times }) => percentile(times, 0.95))
  const p95 = { before: before ?? 0, during: during ?? 0 }
  const orders = `${busy.times.length} orders meanwhile, ${busy.refused} refused`
  return {
    part,
    name,
    measured: p95.during / p95.before,
    unit: '×',
    target: { atMost },
    detail: `${orders}; p95 ${p95.during.toFixed(0)} ms, before it ${p95.before.toFixed(0)} ms`,
  }
}
