import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Experiment, Findings } from '../../experiment.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { privateAddresses as addresses } from '../../samples/private-addresses.ts'

/** P22: the configured warehouse address cannot make the server call internal addresses (SSRF). */
export const outgoingCalls: Experiment = {
  row: 'P22',
  promise: 'outgoing calls',
  needsPostgres: true,
  run: async (lab, findings) => {
    const inside = await listen(() => '{}')
    const redirecting = await listen(() => '', `http://127.0.0.1:${inside.port}/v1/status`)
    try {
      await withTestSystem(lab, findings, { row: 'P22' }, async (world) => {
        await atSave(world, inside, findings)
        await atSend(world, inside, findings)
      })
      const env = { WMS_URL: `http://127.0.0.1:${redirecting.port}` }
      await withTestSystem(lab, findings, { row: 'P22b', env, nodes: 1 }, async (world) => {
        await world.call({ method: 'POST', path: connection('/test'), body: { part: 'api' } })
        findings.expect(redirecting.calls() > 0, 'the trusted address was not called')
        findings.equal('redirects followed inward', inside.calls(), 0)
      })
    } finally {
      inside.server.close()
      redirecting.server.close()
    }
  },
}

type Listener = { server: Server; port: number; calls: () => number }

/** A local listener that must never be called, or that redirects callers elsewhere. */
async function listen(answer: () => string, location?: string): Promise<Listener> {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.writeHead(location ? 302 : 200, { ...(location && { location }) })
    response.end(answer())
  })
  server.on('connection', () => (calls += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port, calls: () => calls }
}

const connection = (path = '') => `/api/wms/connection${path}`

async function atSave(world: TestSystem, inside: Listener, findings: Findings): Promise<void> {
  const faults: string[] = []
  for (const address of addresses) {
    const url = address.replace('$port', String(inside.port))
    const { status } = await world.call({ method: 'PUT', path: connection(), body: { url } })
    if (status !== 422) faults.push(`${url}: ${status}`)
  }
  findings.note(`${addresses.length} addresses`)
  findings.none('saved', faults)
  const status = await world.must({ method: 'GET', path: '/api/wms/status' })
  const { url } = status['connection'] as { url: unknown }
  findings.equal('the address afterwards', url, null)
}

/**
 * Addresses written directly into the database, or whose host name now resolves elsewhere (DNS
 * rebinding).
 */
async function atSend(world: TestSystem, inside: Listener, findings: Findings): Promise<void> {
  await world.database.query('insert into wms_connection (id) values (1) on conflict do nothing')
  const faults: string[] = []
  for (const address of addresses.filter((each) => URL.canParse(each.replace('$port', '1')))) {
    const url = address.replace('$port', String(inside.port))
    await world.database.query('update wms_connection set url = $1, failures = 0', [url])
    const request = { method: 'POST', path: connection('/test'), body: { part: 'api' } }
    const answer = await world.call(request)
    const isFine = answer.status === 200 && answer.body['isOk'] === true
    if (isFine || answer.status >= 500) faults.push(`${url}: ${answer.text.slice(0, 120)}`)
  }
  findings.none('called', faults)
  findings.equal('connections to somebody inside', inside.calls(), 0)
}
