import { setTimeout as sleep } from 'node:timers/promises'

const { PRIZM_URL = 'http://127.0.0.1:3000', PRIZM_KEY = '', CART = 'cart-1' } = process.env

/** Calls the API. Repeats a call that was too early or found the program restarting. */
async function call(path: string, body?: object, key = ''): Promise<Response> {
  const headers = { authorization: `Bearer ${PRIZM_KEY}`, 'content-type': 'application/json' }
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(PRIZM_URL + path, {
      headers: key ? { ...headers, 'idempotency-key': key } : headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error) => (attempt < 5 ? undefined : Promise.reject(error)))
    if (answer?.ok) return answer
    const seconds = Number(answer?.headers.get('retry-after') ?? (answer ? 0 : attempt))
    if (answer && (!seconds || attempt === 5)) throw new Error(await answer.text())
    await sleep(seconds * 1000)
  }
}

// What the shop offers: all active SKUs, page by page.
type Sku = { id: number; sku: string; name: string; price: string; available: number }
const offers: Sku[] = []
for (let next: string | undefined = '/api/skus?isActive=true&limit=100'; next;) {
  const page: Response = await call(next)
  offers.push(...((await page.json()) as Sku[]))
  next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
}
console.log(offers.map(({ sku, price, available }) => `${sku} ${price} (${available})`).join(', '))

// Who buys: created with the first order, and up to date with each later one.
const buyer = { customerCode: 'WEB-7', name: 'Ada', email: 'ada@shop.example', creditLimit: '900' }
const { results } = await (await call('/api/customers/upsert', { records: [buyer] })).json()
if (results[0].problem) throw new Error(results[0].problem.detail)

// What is bought. The cart's key places it once, however often this program runs.
const items = offers.slice(0, 1).map(({ id }) => ({ skuId: id, quantity: 2 }))
const draft = { customerId: results[0].id, orderSource: 'api', items }
const { order } = await (await call('/api/orders/create', draft, CART)).json()
const { status, totalAmount } = await (await call(`/api/sales-orders/${order.id}`)).json()
console.log(`${order.orderNumber}: ${status}, ${totalAmount}`)
