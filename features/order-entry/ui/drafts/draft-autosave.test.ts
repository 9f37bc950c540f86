import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { setUserOfTab } from '#platform/web/api-client.ts'
import { createOrderFormStore } from '../order-form-store.ts'
import { emptyForm } from '../order-form.ts'
import { createDraftAutosave } from './draft-autosave.ts'

type Call = { user: string | undefined; key: unknown }

afterEach(() => {
  setUserOfTab(() => undefined)
  vi.unstubAllGlobals()
})

/** A server that saves every draft; returns the user and the key of each. */
function startServer(): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (_: string, init: { headers: Record<string, string>; body: string }) => {
    const { title, form } = JSON.parse(init.body) as { title: string; form: object }
    calls.push({
      user: init.headers['x-as-user'],
      key: 'idempotencyKey' in form ? form.idempotencyKey : undefined,
    })
    const saved = { id: 7, title, form, updatedAt: '2026-11-30T10:00:00.000Z' }
    return Promise.resolve(new Response(JSON.stringify(saved)))
  })
  return calls
}

function startAutosave() {
  const store = createOrderFormStore({ ...emptyForm(), customerPO: 'PO-1' }, 'key-1')
  const parts = { store, client: new QueryClient(), userId: 4 }
  return { store, autosave: createDraftAutosave(parts, { draftId: 7 }) }
}

test('a draft whose form gets a new key is saved under it, for every device', async () => {
  const calls = startServer()
  const { store, autosave } = startAutosave()
  await autosave.save()
  expect(calls).toEqual([])
  store.renewKey('key-1')
  await autosave.save()
  await autosave.save()
  expect(calls).toEqual([{ user: '4', key: store.read().idempotencyKey }])
})

test('a draft is saved for the user who typed it, whoever is signed in by now', async () => {
  const calls = startServer()
  const { store, autosave } = startAutosave()
  setUserOfTab(() => 5)
  store.edit((orderForm) => ({ ...orderForm, notes: 'Call first' }))
  await autosave.save()
  expect(calls).toEqual([{ user: '4', key: 'key-1' }])
})
