import { afterEach, expect, test, vi } from 'vitest'
import { logout } from '#features/auth/contract.ts'
import { deleteOrderDraft, listOrderDrafts } from '#features/order-entry/contract.ts'
import { ApiError, isKeyOfOther, send, setUserOfTab } from './api-client.ts'
import { settleSession } from './session-loss.ts'

afterEach(() => {
  setUserOfTab(() => undefined)
  vi.unstubAllGlobals()
})

/** A server that answers with these statuses; returns the user whom each call names. */
function startServer(...statuses: number[]) {
  const named: (string | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    const status = statuses[named.length] ?? 204
    named.push(headers['x-as-user'])
    return Promise.resolve(new Response(status === 204 ? null : '[]', { status }))
  })
  return named
}

test('a write that needs a sign-in names the user of the tab, or its own user', async () => {
  setUserOfTab(() => 4)
  const named = startServer(204, 204, 200, 204)
  await send(deleteOrderDraft, { params: { id: 7 } })
  await send(deleteOrderDraft, { params: { id: 7 }, asUser: 5 })
  await send(listOrderDrafts)
  await send(logout)
  expect(named).toEqual(['4', '5', undefined, undefined])
})

test('a write that is repeated after a sign-in names the user who began it', async () => {
  let user = 4
  setUserOfTab(() => user)
  const named = startServer(401, 204)
  const sending = send(deleteOrderDraft, { params: { id: 7 } })
  user = 5
  await vi.waitFor(() => {
    settleSession(true)
    expect(named).toHaveLength(2)
  })
  await sending
  expect(named).toEqual(['4', '4'])
})

test.each([
  [422, 'idempotency-key-reused', true],
  [409, 'request-in-flight', false],
  [429, 'too-many', false],
  [422, 'invalid', false],
  [0, 'unreachable', false],
])('after %i %s a new idempotency key is needed: %s', (status, code, isNeeded) => {
  expect(isKeyOfOther(new ApiError(status, 'No', { code }))).toBe(isNeeded)
})
