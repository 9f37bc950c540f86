import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const severalIds = 'Must be ids separated by commas'
const levels = 'Must be levels from 1 to 3, separated by commas'
const get = (url: string) => prizm.call('GET', url, { as })

test.each([
  ['/api/customers?limit=x', 'limit', 'Must be a number'],
  ['/api/customers?limit=1.5', 'limit', 'Must be a whole number'],
  ['/api/customers?limit=0', 'limit', 'Must be at least 1'],
  ['/api/customers?limit=5000', 'limit', 'Must be at most 1,000'],
  ['/api/customers?count=all', 'count', 'Must be exact'],
  [`/api/customers?q=${'x'.repeat(201)}`, 'q', 'Must be at most 200 characters'],
  ['/api/wms/problems?state=lost', 'state', 'Must be one of open, solved, dismissed'],
  ['/api/edi/documents?open=maybe', 'open', 'Must be true or false'],
  ['/api/tax-rates?limit=x', 'limit', 'Must be a number'],
  ['/api/users?isActive=maybe', 'isActive', 'Must be true or false'],
  ['/api/edi/interchanges?partnerId=x', 'partnerId', severalIds],
  ['/api/edi/documents?salesOrderId=9999999999', 'salesOrderId', severalIds],
  ['/api/edi/partners?customerId=x', 'customerId', severalIds],
  ['/api/wms/messages?runId=x', 'runId', severalIds],
  ['/api/wms/drift?skuId=-1', 'skuId', severalIds],
  ['/api/dunning/letters?level=9', 'level', levels],
  ['/api/dunning/letters?customerId=2147483648', 'customerId', 'Must be the id of a record'],
  ['/api/invoices?customerId=x', 'customerId', 'Must be the id of a record'],
  ['/api/returns?vendorId=2147483648', 'vendorId', 'Must be the id of a record'],
])('the error of a wrong parameter lists the allowed values: %s', async (url, path, message) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    detail: `${path}: ${message}`,
    errors: [{ path, code: 'invalid', message }],
  })
})

test('each form error has its own code', async () => {
  const form = { customerCode: '', email: 'ada@example.com', creditLimit: '10000000000' }
  const answer = await prizm.call('POST', '/api/customers', { as, body: form })
  expect(answer.statusCode).toBe(422)
  const beyond = 'Must be at most 9,999,999,999.99'
  expect(answer.json()).toMatchObject({
    code: 'amount-out-of-range',
    errors: [
      { path: 'customerCode', code: 'required', message: 'Required' },
      { path: 'name', code: 'required', message: 'Required' },
      { path: 'creditLimit', code: 'amount-out-of-range', message: beyond },
    ],
  })
})

test('a choice that is missing is Required', async () => {
  const answer = await prizm.call('POST', '/api/wms/runs', { as, body: {} })
  expect(answer.json()).toMatchObject({ detail: 'job: Required', errors: [{ path: 'job' }] })
})
