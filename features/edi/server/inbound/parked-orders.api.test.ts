import { afterEach, beforeEach, expect, test } from 'vitest'
import { responseSegments, sample, withControlNumber, withPartner } from '../testing.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  expect(await differentReplays(edi.prizm)).toEqual([])
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
  const note = `PO ${String(first?.['po'])} is already used on ${String(first?.['number'])}`
  const [document] = await edi.query(
    `select reason from edi_documents where set_id = '850' order by id desc limit 1`,
  )
  expect(document).toEqual({ reason: note })
  const answers = responseSegments(again, '855').filter((line) => line.startsWith('ACK'))
  expect(answers.map((line) => line.split('*')[1])).toEqual(['IH', 'IH', 'IH'])
})

test('what else needs a review is in the note of the parked order', async () => {
  await edi.query(`update customers set duplicate_check = 'po'`)
  await edi.take(sample('850'))
  const [first] = await edi.orders()
  const other = withControlNumber(sample('850'), 102).replace('*24*EA*12.50', '*24*EA*12.49')
  const again = await edi.take(other)
  const note =
    `PO ${String(first?.['po'])} is already used on ${String(first?.['number'])}. ` +
    'Line 1: customer price $12.49, our price $12.50'
  expect(again.orders[0]?.reason).toBe(note)
  const parked = await edi.query(
    `select hold_reason as hold, hold_note as note from sales_orders order by id desc limit 1`,
  )
  expect(parked).toEqual([{ hold: 'parked', note }])
})
