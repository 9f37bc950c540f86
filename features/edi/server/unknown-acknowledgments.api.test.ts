import { afterEach, beforeEach, expect, test } from 'vitest'
import { sample, withPartner } from './testing.ts'

// A 997 or a TA1 that fits none of our files or documents is not dropped.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => edi.prizm.close())

const good = sample('850')

/** The sample 997 as the partner sends it, for a file of ours. */
function acknowledgment(number: number, { set = '0001', isRejected = false } = {}): string {
  const text = sample('997-accept')
    .replace('*ZZ*PRIZM          *ZZ*ACMERETAIL     *', '*ZZ*ACMERETAIL     *ZZ*PRIZM          *')
    .replace('GS*FA*PRIZM*ACMERETAIL', 'GS*FA*ACMERETAIL*PRIZM')
    .replace('AK1*PO*101', `AK1*PR*${number}`)
    .replace('AK2*850*0001', `AK2*855*${set}`)
  if (!isRejected) return text
  return text.replace('AK5*A', 'AK5*R*5').replace('AK9*A*1*1*1', 'AK9*R*1*1*0')
}

const received = () =>
  edi.query(`select d.state, d.reason, d.needs_person as open
             from edi_documents d join edi_interchanges i on i.id = d.interchange_id
             where d.set_id = '997' and i.direction = 'in'`)

test.each([
  ['a rejection needs review', true],
  ['an acceptance is noted', false],
])('of a file that we did not send, %s', async (_, isRejected) => {
  await edi.take(good)
  await edi.take(acknowledgment(77, { isRejected }))
  expect(await received()).toEqual([
    { state: 'noted', reason: 'We sent no file with the number 77', open: isRejected },
  ])
})

test('a rejection of a document that our file does not have needs review', async () => {
  await edi.take(good)
  await edi.take(acknowledgment(2, { set: '0009', isRejected: true }))
  expect(await received()).toEqual([
    { state: 'noted', reason: 'Our file 2 has no open document 0009', open: true },
  ])
})

test('a 997 that fits needs nobody', async () => {
  await edi.take(good)
  await edi.take(acknowledgment(2))
  expect(await received()).toEqual([{ state: 'noted', reason: null, open: false }])
})

test('a TA1 that rejects a file that we did not send notifies', async () => {
  await edi.take(
    `${good.slice(0, 106).replace('000000101', '000000201')}\n` +
      'TA1*000000077*260302*0930*R*006~\nIEA*0*000000201~\n',
  )
  const read = `select distinct text from notifications where title = 'EDI file rejected'`
  expect(await edi.query(read)).toEqual([
    {
      text:
        'Acme Retail rejected file 000000077, which we did not send: ' +
        'TA1 006: The sender is unknown',
    },
  ])
})
