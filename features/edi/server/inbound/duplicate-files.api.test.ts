import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withControlNumber, responseSegments, sample, withPartner } from '../testing.ts'

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => edi.prizm.close())

const good = sample('850')

describe('duplicates', () => {
  test('the same bytes change nothing, and the first answers are sent again', async () => {
    const first = await edi.take(good)
    const again = await edi.take(good)
    expect(again).toMatchObject({ state: 'duplicate', ta1: '025', orders: [] })
    expect(again.answers).toEqual(first.answers)
    expect(await edi.orders()).toHaveLength(1)
  })

  test('with ISA14 set, the TA1 reports the duplicate', async () => {
    const withAckRequest = good.replace('*000000101*0*', '*000000101*1*')
    expect(responseSegments(await edi.take(withAckRequest), 'TA1')).toEqual([
      'TA1*000000101*260115*0930*A*000',
    ])
    expect(responseSegments(await edi.take(withAckRequest), 'TA1')).toEqual([
      'TA1*000000101*260115*0930*R*025',
    ])
  })

  test('a reused control number with other content is quarantined and reported', async () => {
    await edi.take(good)
    const other = await edi.take(good.replace('CPO-10045', 'CPO-9'))
    expect(other).toMatchObject({ state: 'quarantined', ta1: '025', orders: [] })
    expect(responseSegments(other, 'TA1')).toEqual(['TA1*000000101*260115*0930*R*025'])
    expect(await edi.orders()).toHaveLength(1)
    const news = await edi.query<{ text: string }>(
      `select text from notifications where text like '%control number%'`,
    )
    expect(news[0]?.text).toBe('Acme Retail sent two different files with control number 000000101')
  })

  test('the same set in a new interchange is accepted and skipped', async () => {
    await edi.take(good)
    const number = (text: string) => text.replaceAll('000000101', '000000102')
    const interchange = await edi.take(number(good))
    expect(responseSegments(interchange, '997')).toContain('AK5*A')
    expect(interchange.orders).toMatchObject([{ state: 'duplicate' }])
    expect(await edi.orders()).toHaveLength(1)
  })

  test('the same order number is accepted by the 997 and refused by the 855', async () => {
    await edi.take(good)
    const interchange = await edi.take(
      withControlNumber(good, 102).replace('*24*EA', '*25*EA').replace('3*130', '3'),
    )
    expect(responseSegments(interchange, '997')).toContain('AK5*A')
    expect(responseSegments(interchange, '855')[0]).toMatch(/^BAK\*00\*RD\*CPO-10045\*/)
    expect(interchange.orders[0]?.reason).toMatch(/^CPO-10045 is a duplicate of SO-/)
    expect(await edi.orders()).toHaveLength(1)
  })

  test('two concurrent uploads of the same file create one order', async () => {
    const both = await Promise.all([edi.take(good), edi.take(good, { by: edi.admin })])
    const states = both.map(({ state }) => state).toSorted((a, b) => a.localeCompare(b))
    expect(states).toEqual(['accepted', 'duplicate'])
    expect(await edi.orders()).toHaveLength(1)
    expect(await edi.broken()).toEqual([])
  })

  test('a cancellation (BEG01 01) cancels an order that is still pending', async () => {
    await edi.take(good)
    const back = withControlNumber(good, 102).replace('BEG*00', 'BEG*01')
    expect((await edi.take(back)).orders).toMatchObject([{ state: 'cancelled' }])
    expect(await edi.orders()).toMatchObject([{ status: 'cancelled' }])
    // After the cancellation, the same PO number may be ordered again.
    const interchange = await edi.take(withControlNumber(good, 103).replace('*24*EA', '*23*EA'))
    expect(interchange.orders).toMatchObject([{ state: 'taken' }])
    expect(await edi.broken()).toEqual([])
  })

  test('a cancellation of an unknown order needs review', async () => {
    const { orders } = await edi.take(good.replace('BEG*00', 'BEG*01'))
    const reason = 'The partner cancels CPO-10045, which is unknown'
    expect(orders).toMatchObject([{ state: 'exception', reason }])
    expect(await edi.orders()).toEqual([])
  })

  test('a change needs review, and a copy does not', async () => {
    await edi.take(good)
    const changed = await edi.take(withControlNumber(good, 102).replace('BEG*00', 'BEG*04'))
    const reason: unknown = expect.stringMatching(
      /^The partner changes CPO-10045 \(SO-\d+, pending\)$/,
    )
    expect(changed.orders).toMatchObject([{ state: 'exception', reason }])
    const copy = await edi.take(withControlNumber(good, 103).replace('BEG*00', 'BEG*07'))
    expect(copy.orders).toMatchObject([{ state: 'duplicate' }])
    const open = await edi.prizm.call('GET', '/api/edi/documents?open=true', { as: edi.as })
    expect(open.json()).toMatchObject([{ setId: '850', state: 'exception' }])
    const [{ id }] = open.json()
    const settle = () =>
      edi.prizm.call('POST', `/api/edi/documents/${id}/settle`, {
        as: edi.as,
        body: { note: 'Called them' },
      })
    expect((await settle()).json()).toMatchObject({ note: 'Called them' })
    expect((await settle()).statusCode).toBe(409)
  })
})
