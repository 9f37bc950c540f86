import { createTargets } from '#lab/all-api-calls.ts'
import { createCustomer, createSku } from '#lab/staff/create-customers-and-skus.ts'
import { type Answer, type HttpRequest, cookieOf } from '#lab/nodes/http.ts'
import { createSetups } from '#lab/samples/call-setups.ts'
import { password, type Person, type SetupClient } from '#lab/nodes/test-system.ts'
import type { TestApp } from '../../testing.ts'

/** Everything needed to try each write call in this process: users and records. */
export async function sampleCallsFixture(prizm: TestApp) {
  // The desk uses the real date.
  prizm.clock.now = new Date()
  const world = await stagehandsIn(prizm)
  const recordIds = { customerId: await createCustomer(world), skuId: await createSku(world) }
  const targets = await createTargets(world, recordIds)
  return { world, given: recordIds, targets, stageOf: await createSetups(world) }
}

async function stagehandsIn(prizm: TestApp): Promise<SetupClient> {
  const send = (request: HttpRequest) => answerOf(prizm, request)
  const signUp = async (username: string): Promise<Person> => {
    const body = { username, email: `${username}@example.com`, password }
    const answer = await send({ method: 'POST', path: '/api/register', body })
    return { id: Number(answer.body['id']), username, cookie: cookieOf(answer) ?? '' }
  }
  // The first account of a database is its administrator.
  const { cookie: admin } = await signUp('lab-admin')
  const call = (request: HttpRequest) => send({ as: admin, ...request })
  const must = async (request: HttpRequest) => {
    const answer = await call(request)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.text}`)
  }
  return { call, must, signUp, turn: () => ({ call: send }), database: prizm.database.pool }
}

async function answerOf(prizm: TestApp, request: HttpRequest): Promise<Answer> {
  const { method, path: url, body, as, key, headers } = request
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const answer = await prizm.app.inject({
    method: method as 'GET',
    url,
    ...(text !== undefined && { payload: text }),
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(as && { cookie: as }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
  })
  const isJson = /json/.test(String(answer.headers['content-type']))
  const { statusCode: status, headers: got, body: sent } = answer
  // Parsed JSON is an object or a list, accessed by name.
  const parsed = isJson ? (JSON.parse(sent) as Answer['body']) : {}
  return { status, headers: got as Answer['headers'], text: sent, body: parsed, ms: 0 }
}
