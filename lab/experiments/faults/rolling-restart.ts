import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { type Answer, call, cookieOf, type HttpRequest } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import {
  publicHost,
  type ReverseProxy,
  type ReverseProxyName,
  startReverseProxy,
} from '../../nodes/reverse-proxy.ts'
import { withTestSystem, password, type TestSystem } from '../../nodes/test-system.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { storedOrders } from '../../staff/place-orders.ts'
import { sleep } from '../../nodes/wait-until.ts'

const clients = 10
const requests = 10_000
/** Between two requests of a client. */
const pauseMs = 10
/** As docs/operations.md says: the time in which a proxy notices that a node is ready again. */
const noticedMs = 3000

/** R09: two nodes behind a proxy are restarted in turn under steady requests; none is lost. */
const rollingRestart = (proxy: ReverseProxyName): Experiment => ({
  row: 'R09',
  promise: `rolling restart behind ${proxy}`,
  needsPostgres: true,
  needsProgram: proxy,
  run: (lab, findings) => {
    const env = {
      TRUSTED_PROXY: '127.0.0.1',
      PUBLIC_URL: `http://${publicHost}`,
      // The default behind a proxy; other experiments have none.
      SHUTDOWN_DELAY: '5',
      // A session may otherwise call 3,000 times a minute on each node.
      RATE_PER_SESSION: '0',
    }
    return withTestSystem(lab, findings, { row: 'R09', env }, async (world) => {
      const started = await startReverseProxy(proxy, world.nodes)
      try {
        await restartInTurn({ lab, world, findings, proxy: started })
      } finally {
        await started.close()
      }
    })
  },
})

export const rollingRestartNginx = rollingRestart('nginx')
export const rollingRestartCaddy = rollingRestart('caddy')

type Site = { lab: Lab; world: TestSystem; findings: Findings; proxy: ReverseProxy }

async function restartInTurn({ lab, world, findings, proxy }: Site): Promise<void> {
  const customerId = await createCustomer(world)
  const [skuId = 0] = await createSkus(world, 1)
  // As a browser sends them on a page without TLS.
  const headers = { host: publicHost, origin: `http://${publicHost}` }
  const body = { username: world.admin.username, password }
  const signIn = await call(proxy.port, { method: 'POST', path: '/api/login', body, headers })
  findings.equal('a sign-in through the proxy', signIn.status, 200)
  const as = cookieOf(signIn)
  const ask = (request: HttpRequest) => call(proxy.port, { as, ...request, headers })
  const answers: Pick<Answer, 'status' | 'body'>[] = []
  let isOver = false
  let sent = 0
  let orders = 0
  const client = async () => {
    while (!isOver || sent < requests) {
      const number = sent++
      const isOrder = number % 10 === 0
      const { status, body: responseBody } = await ask(
        isOrder ? orderOf({ number, customerId, skuId }) : { method: 'GET', path: readAt(number) },
      )
      const isAnswered = status >= 200 && status < 300
      answers.push({ status, body: isAnswered ? {} : responseBody })
      if (isOrder && isAnswered) orders += 1
      await sleep(pauseMs)
    }
  }
  const rounds = lab.isNightly ? 3 : 1
  const restarting = async () => {
    const codes: unknown[] = []
    for (let round = 0; round < rounds; round++) {
      for (const node of world.nodes) {
        codes.push(await node.stop())
        await node.restart()
        await sleep(noticedMs)
      }
    }
    isOver = true
    return codes
  }
  const [codes] = await Promise.all([restarting(), ...Array.from({ length: clients }, client)])
  findings.none(
    'exits',
    codes.flatMap((code) => (code === 0 ? [] : [`code ${String(code)}`])),
  )
  findings.expect(answers.length >= requests, `only ${answers.length} requests`)
  const lost = answers.filter(({ status }) => status < 200 || status >= 300)
  findings.note(`${answers.length} requests, ${codes.length} restarts, ${lost.length} lost`)
  findings.expect(lost.length === 0, `lost: ${tally(lost)}`)
  findings.note(`${orders} orders acknowledged`)
  findings.equal('orders stored', (await storedOrders(world)).length, orders)
}

const readAt = (number: number) =>
  ['/api/user', '/api/customers?limit=20', '/api/sales-orders?limit=20'][number % 3] ?? ''

function orderOf(of: { number: number; customerId: number; skuId: number }): HttpRequest {
  const key = `r09-${of.number}`
  const items = [{ skuId: of.skuId, quantity: 1 }]
  const body = { customerId: of.customerId, customerPO: key, items }
  return { method: 'POST', path: '/api/orders/create', key, body }
}
