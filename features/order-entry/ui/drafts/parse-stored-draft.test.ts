import { expect, test } from 'vitest'
import { draftKeyOf } from '../../draft-key.ts'
import { createOrderFormStore } from '../order-form-store.ts'
import { emptyForm } from '../order-form.ts'
import { draftOf, parseStoredForm } from './parse-stored-draft.ts'

test('a draft has the key of its form, on every device', () => {
  const orderForm = { ...emptyForm(), customerPO: 'PO-1' }
  const { title, form } = draftOf({ orderForm, idempotencyKey: 'key-1' })
  expect(title).toBe('No customer yet · PO PO-1 · 0 lines')
  expect(draftKeyOf({ id: 4, form })).toBe('key-1')
  expect(parseStoredForm(form).orderForm).toEqual(orderForm)
})

test.each([[undefined], [7], [''], ['with space'], ['x'.repeat(256)]])(
  'without a key that the server accepts (%j), the key of a draft is made of its id',
  (idempotencyKey) => {
    expect(draftKeyOf({ id: 4, form: { idempotencyKey } })).toBe('order-draft-4')
  },
)

test('a form gets a new key only while it has the one that was refused', () => {
  const store = createOrderFormStore(emptyForm(), 'key-1', { mayExist: true, attemptToken: 't' })
  store.renewKey('key-0')
  expect(store.read()).toMatchObject({ idempotencyKey: 'key-1', mayExist: true })
  store.renewKey('key-1')
  expect(store.read().idempotencyKey).not.toBe('key-1')
  expect(store.read()).toMatchObject({ mayExist: false, attemptToken: undefined })
})
