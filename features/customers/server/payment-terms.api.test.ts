import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { termsForms } from '../payment-terms.ts'
import { createAcme, updateAcme } from './testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('finance')
})
afterEach(() => prizm.close())

const create = (fields: object) => createAcme(prizm, as, fields)
const update = (id: number, fields: object) => updateAcme(prizm, as, id, fields)

test('rejects unrecognized payment terms with the list of accepted forms', async () => {
  const refused = await create({ paymentTerms: 'when it rains' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    [{ path: 'paymentTerms', code: 'invalid', message: termsForms }],
  ])
  const { id, paymentTerms } = (await create({ paymentTerms: 'Net60' })).json()
  expect(paymentTerms).toBe('Net60')
  expect((await update(id, { paymentTerms: '30 eggs' })).statusCode).toBe(422)
  const { pool } = prizm.database
  await pool.query(`update customers set payment_terms = 'when it rains' where id = ${id}`)
  const edited = await update(id, { phone: '555-0100', paymentTerms: 'when it rains' })
  expect(edited.json()).toMatchObject({ phone: '555-0100', paymentTerms: 'when it rains' })
  expect((await pool.query('select payment_terms from customers')).rows).toEqual([
    { payment_terms: 'when it rains' },
  ])
})

test('customers with prepayment terms in any spelling are not bounded by their limit', async () => {
  const over = { creditLimit: '1.00', currentBalance: '5.00' }
  for (const paymentTerms of ['Prepay', 'C.I.A.', 'net-30']) {
    await prizm.builders.customer({ ...over, paymentTerms })
  }
  const found = await prizm.call('GET', '/api/customers?credit=over', { as })
  expect(found.json<{ paymentTerms: string }[]>().map((one) => one.paymentTerms)).toEqual([
    'net-30',
  ])
})
