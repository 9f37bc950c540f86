import { expect, test } from 'vitest'
import { downloadFileName } from './rules.ts'

test.each([
  ['ACME-850-000000012.edi', 'ACME-850-000000012.edi'],
  ['ORDERS.EDI', 'ORDERS.EDI'],
  ['orders of may.txt', 'orders of may.edi'],
  ['po.4500118822', 'po.4500118822.edi'],
  ['in.x12', 'in.edi'],
  ['.txt', 'interchange.edi'],
  ['', 'interchange.edi'],
])('a file received as %j is saved as %j', (came, saved) => {
  expect(downloadFileName(came)).toBe(saved)
})
