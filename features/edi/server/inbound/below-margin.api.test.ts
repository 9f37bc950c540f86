import { afterEach, beforeEach, expect, test } from 'vitest'
import { responseSegments, sample, withPartner } from '../testing.ts'
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

test('an order below the minimum margin is on hold, and no line is promised', async () => {
  await edi.prizm.call('PUT', '/api/settings', {
    as: edi.admin,
    body: { marginBelow: 'hold', minimumMarginPercent: 20 },
  })
  // CBL-300 costs more than its price of 0.35.
  const interchange = await edi.take(sample('850'))
  expect(interchange.orders).toMatchObject([{ state: 'held' }])
  expect(await edi.orders()).toMatchObject([{ status: 'pending', hold: 'margin' }])
  expect(await edi.query(`select reason from edi_documents where set_id = '850'`)).toEqual([
    { reason: 'A price is below the minimum margin' },
  ])
  const answers = responseSegments(interchange, '855').filter((line) => line.startsWith('ACK'))
  expect(answers.map((line) => line.split('*').slice(0, 3).join('*'))).toEqual([
    'ACK*IH*24',
    'ACK*IH*6',
    'ACK*IH*100',
  ])
})
