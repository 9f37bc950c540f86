import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { currentNotice } from '#platform/ui/notices/toast.ts'
import { setUserOfTab } from '#platform/web/api-client.ts'
import { createOrderFormStore } from '../order-form-store.ts'
import { emptyForm } from '../order-form.ts'
import { createDraftAutosave } from './draft-autosave.ts'
import { currentDraft, saveBeforeReplacing } from './save-draft.ts'

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

test('a form that could not be saved is not replaced', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })))
  const { store, autosave } = startAutosave()
  store.edit((orderForm) => ({ ...orderForm, notes: 'Call first' }))
  expect(await saveBeforeReplacing(store, autosave)).toBe(false)
  expect(currentNotice()).toMatchObject({ text: 'Failed to save the draft', tone: 'danger' })
  expect(store.read().orderForm.notes).toBe('Call first')
})

test('what is typed while a form is saved is saved before another one replaces it', async () => {
  const { store, autosave } = startAutosave()
  const type = (notes: string) => store.edit((orderForm) => ({ ...orderForm, notes }))
  const saved: unknown[] = []
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    const { title, form } = JSON.parse(init.body) as { title: string; form: { notes: string } }
    saved.push(form.notes)
    if (saved.length === 1) type('Call first')
    const draft = { id: 7, title, form, updatedAt: '2026-11-30T10:00:00.000Z' }
    return Promise.resolve(new Response(JSON.stringify(draft)))
  })
  type('Call')
  expect(await saveBeforeReplacing(store, autosave)).toBe(true)
  expect(saved).toEqual(['Call', 'Call first'])
})

test('the lines of another form have other keys, so that no late answer finds them', () => {
  const { store, autosave } = startAutosave()
  const keys = () => store.read().orderForm.lines.map(({ key }) => key)
  expect(keys()).toEqual([1])
  // The next key of the form before was 2, then 4.
  autosave.replaceForm(emptyForm())
  expect(keys()).toEqual([3])
  store.reset()
  expect(keys()).toEqual([5])
})

test('a draft is opened as another device has saved it, also if the list is older', async () => {
  const draftOf = (id: number, title: string) => {
    return { id, title, form: {}, updatedAt: '2026-11-30T10:00:00.000Z' }
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answer = (body: unknown, status = 200) =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))
  const listed = draftOf(7, '2 lines')
  answer([draftOf(7, '10 lines'), draftOf(8, 'Other')])
  expect((await currentDraft(client, listed))?.title).toBe('10 lines')
  answer([draftOf(8, 'Other')])
  expect(await currentDraft(client, listed)).toBeUndefined()
  answer({}, 503)
  expect(await currentDraft(client, listed)).toEqual(listed)
})
