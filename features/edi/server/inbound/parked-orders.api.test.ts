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

test('a repeated PO of a customer whose repetitions are parked is parked, not refused', async () => {
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
  expect(
    await edi.query(`select reason from edi_documents where set_id = '850' order by id desc limit 1`),
  ).toEqual([{ reason: note }])
  const answers = responseSegments(again, '855').filter((line) => line.startsWith('ACK'))
  expect(answers.map((line) => line.split('*')[1])).toEqual(['IH', 'IH', 'IH'])
})
