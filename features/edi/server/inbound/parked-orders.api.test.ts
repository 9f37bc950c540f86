import { afterEach, beforeEach, expect, test } from 'vitest'
import { responseSegments, sample, withControlNumber, withPartner } from '../testing.ts'

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  await edi.prizm.close()
})

test('a repeated PO is parked, not refused, if the customer says so', async () => {
  await edi.query(`update customers set duplicate_check = 'po'`)
  await edi.take(sample('850'))
  const [first] = await edi.orders()
  const again = await edi.take(withControlNumber(sample('850'), 102))
  expect(again.orders).toMatchObject([{ state: 'held' }])
  expect(await edi.orders()).toMatchObject([
    { po: first?.['po'] },
    { po: first?.['po'], status: 'pending', hold: 'parked' },
  ])
  const note = `PO ${first?.['po']} is already used on ${first?.['number']}`
  const [document] = await edi.query(
    `select reason from edi_documents where set_id = '850' order by id desc limit 1`,
  )
  expect(document).toEqual({ reason: note })
  const answers = responseSegments(again, '855').filter((line) => line.startsWith('ACK'))
  expect(answers.map((line) => line.split('*')[1])).toEqual(['IH', 'IH', 'IH'])
})
