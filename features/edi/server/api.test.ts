import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { withControlNumber, responseSegments, sample, withPartner } from './testing.ts'

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => edi.prizm.close())

const good = sample('850')

describe('a valid order', () => {
  test('is placed, acknowledged by a 997 and answered line by line', async () => {
    const interchange = await edi.take(good)
    expect(interchange).toMatchObject({ state: 'accepted', partnerName: 'Acme Retail' })
    expect(await edi.orders()).toEqual([
      {
        number: interchange.orders[0]?.orderNumber,
        status: 'pending',
        hold: null,
        source: 'edi',
        po: 'CPO-10045',
        subtotal: '934.94',
      },
    ])
    expect(responseSegments(interchange, '997')).toEqual([
      'AK1*PO*101',
      'AK2*850*0001',
      'AK5*A',
      'AK9*A*1*1*1',
    ])
    const number = interchange.orders[0]?.orderNumber
    expect(responseSegments(interchange, '855')).toEqual([
      `BAK*00*AC*CPO-10045*20260115****${number}*20260302`,
      'PO1*1*24*EA*12.50**VN*WID-100*BP*A-778',
      'ACK*IA*24*EA*068*20260302',
      'PO1*2*6*CA*99.99**VN*GAD-200*UP*012345678905',
      'ACK*IA*4*CA*068*20260302',
      'ACK*IB*2*CA',
      'PO1*3*100*FT*0.35**VN*CBL-300',
      'ACK*IA*100*FT*068*20260302',
      'CTT*3',
    ])
    const [order] = await edi.query<Record<string, unknown>>(
      'select ship_date as day, shipping_address as address, notes from sales_orders',
    )
    expect(order).toEqual({
      day: null,
      notes: 'Terms 2/10 net 30\nDelivery requested 2026-01-22',
      address: 'ACME DC EAST\n500 Dock Rd\nReno, NV 89502\nUS',
    })
    expect(await edi.broken()).toEqual([])
  })

  test('a dry run returns the same result and stores nothing', async () => {
    const checked = await edi.take(good, { query: '?dryRun=true' })
    expect(checked).toMatchObject({ id: null, state: 'accepted', orders: [{ state: 'taken' }] })
    expect(checked.answers.map(({ what }) => what)).toEqual(['997', '855'])
    expect(await edi.orders()).toEqual([])
    expect(await edi.query('select id from edi_interchanges')).toEqual([])
    expect(await edi.take(good)).toMatchObject({ state: 'accepted' })
  })

  test('interchanges have consecutive control numbers and are stored with their text', async () => {
    await edi.take(good)
    await edi.take(withControlNumber(good, 102).replace('CPO-10045', 'CPO-2'))
    const interchanges = await edi.query<Record<string, unknown>>(
      `select direction, control_number as control, state, raw like 'ISA%' as whole
       from edi_interchanges order by id`,
    )
    expect(
      interchanges.map(({ direction, control, state }) => [direction, control, state]),
    ).toEqual([
      ['in', 101, 'accepted'],
      ['out', 1, 'ready'],
      ['out', 2, 'ready'],
      ['in', 102, 'accepted'],
      ['out', 3, 'ready'],
      ['out', 4, 'ready'],
    ])
    expect(interchanges.every(({ whole }) => whole)).toBe(true)
  })

  test('an invalid set does not affect the valid one beside it', async () => {
    const set = /ST\*850[\s\S]*SE\*14\*0001~/.exec(good)?.[0] ?? ''
    const bad = set.replaceAll('*0001~', '*0002~').replace('PO1*1*24', 'PO1*1*2X')
    const both = good.replace(set, `${set}\n${bad}`).replace('GE*1', 'GE*2')
    const interchange = await edi.take(both)
    expect(interchange.state).toBe('partial')
    expect(responseSegments(interchange, '997').at(-1)).toBe('AK9*P*2*2*1')
    expect(interchange.orders.map(({ state }) => state)).toEqual(['taken', 'rejected'])
    expect(await edi.orders()).toHaveLength(1)
  })
})

describe('business rules are reported in the 855', () => {
  test('an unknown SKU is rejected on its line and the other lines are accepted', async () => {
    const interchange = await edi.take(good.replace('VN*CBL-300', 'VN*NOSUCH'))
    expect(responseSegments(interchange, '997')).toContain('AK5*A')
    expect(responseSegments(interchange, '855').slice(-2)).toEqual(['ACK*IR*100*FT', 'CTT*3'])
    expect(await edi.query('select line_no from sales_order_items')).toHaveLength(2)
    const open = await edi.prizm.call('GET', '/api/edi/documents?open=true', { as: edi.as })
    expect(open.json()).toMatchObject([{ reason: '1 of its lines cannot be delivered' }])
  })

  test('a partner can be configured to hold such an order as a whole', async () => {
    const body = { ...edi.form, unknownSku: 'hold' }
    await edi.prizm.call('PUT', `/api/edi/partners/${edi.partner.id}`, { as: edi.admin, body })
    await edi.take(good.replace('VN*CBL-300', 'VN*NOSUCH'))
    expect(await edi.orders()).toMatchObject([{ hold: 'manual' }])
  })

  test('a price difference holds the order', async () => {
    const interchange = await edi.take(good.replace('*24*EA*12.50', '*24*EA*12.49'))
    expect(await edi.orders()).toMatchObject([{ hold: 'price', subtotal: '934.94' }])
    expect(responseSegments(interchange, '855').slice(1, 3)).toEqual([
      'PO1*1*24*EA*12.50**VN*WID-100*BP*A-778',
      'ACK*IP*24*EA',
    ])
    expect(interchange.orders[0]?.reason).toContain(
      'Line 1: customer price $12.49, our price $12.50',
    )
  })

  test('insufficient credit holds the order and reserves nothing', async () => {
    await edi.query(`update customers set credit_limit = 5 where customer_code = 'ACME'`)
    const interchange = await edi.take(good)
    expect(await edi.orders()).toMatchObject([{ hold: 'credit' }])
    expect(responseSegments(interchange, '855').filter((line) => line.startsWith('ACK'))).toEqual([
      'ACK*IH*24*EA',
      'ACK*IH*6*CA',
      'ACK*IH*100*FT',
    ])
    expect(await edi.query('select sku from skus where reserved > 0')).toEqual([])
    expect(await edi.broken()).toEqual([])
  })

  test('insufficient stock holds the order if the customer allows no backorders', async () => {
    await edi.query(`update customers set allow_backorder = false`)
    await edi.take(good)
    expect(await edi.orders()).toMatchObject([{ hold: 'stock' }])
    expect(await edi.broken()).toEqual([])
  })

  test('a different unit of measure holds the order', async () => {
    const taken = await edi.take(good.replace('*24*EA', '*24*CA'))
    expect(await edi.orders()).toMatchObject([{ hold: 'manual' }])
    expect(responseSegments(taken, '855')).toContain('ACK*IH*24*CA')
  })
})

describe('the sample files', () => {
  test('are a valid order, one with an unknown SKU and one over the credit limit', async () => {
    const body = { ...edi.form, name: 'Northside', identifier: 'NORTHSIDE', usage: 'P' }
    await edi.prizm.call('POST', '/api/edi/partners', { as: edi.admin, body })
    for (const [sku, price, unitOfMeasure] of [
      ['FAS-1001', '10.56', 'BOX'],
      ['HND-1001', '12.24', 'EA'],
      ['ELE-1001', '14.69', 'EA'],
      ['PWR-1001', '94.24', 'EA'],
    ] as const) {
      await edi.prizm.builders.sku({ sku, price, unitOfMeasure, currentStock: 100 })
    }
    const codes: string[][] = []
    for (const name of ['good', 'unknown-sku', 'over-credit']) {
      const file = join(projectRoot, 'app/public/samples', `850-${name}.edi`)
      const [order] = (await edi.take(readFileSync(file, 'utf8'))).orders
      codes.push([order?.state ?? '', ...(order?.lines ?? []).map(({ code }) => code)])
    }
    expect(codes).toEqual([
      ['taken', 'IA', 'IA', 'IA'],
      ['taken', 'IA', 'IR'],
      ['held', 'IH'],
    ])
  })
})

describe('permissions', () => {
  test('a role without orders.import cannot import a file', async () => {
    const answer = await edi.hand(good, { by: await edi.prizm.signIn('warehouse') })
    expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.each([
    ['admin', 200],
    ['manager', 200],
    ['sales', 200],
    ['purchasing', 200],
    ['warehouse', 200],
    ['finance', 200],
    ['viewer', 403],
    ['user', 403],
  ] as const)('the lists of files, sets and partners return to %s: %i', async (role, status) => {
    const as = await edi.prizm.signIn(role)
    for (const what of ['interchanges', 'documents', 'partners']) {
      const answer = await edi.prizm.call('GET', `/api/edi/${what}`, { as })
      expect(answer.statusCode, what).toBe(status)
    }
  })

  test('a file from an unknown sender is stored and reported, and no answer is sent', async () => {
    const taken = await edi.take(good.replaceAll('ACMERETAIL', 'SOMEBODY12'))
    expect(taken).toMatchObject({ state: 'refused', ta1: '006', answers: [] })
    expect(await edi.query('select state, partner_id from edi_interchanges')).toEqual([
      { state: 'refused', partner_id: null },
    ])
  })

  test('an interchange rejected for its envelope can be sent again once corrected', async () => {
    const taken = await edi.take(good.replace('IEA*1*000000101', 'IEA*1*000000102'))
    expect(taken).toMatchObject({ state: 'refused', ta1: '001' })
    expect(responseSegments(taken, 'TA1')).toEqual(['TA1*000000101*260115*0930*R*001'])
    expect(await edi.orders()).toEqual([])
    expect(await edi.take(good)).toMatchObject({ state: 'accepted' })
  })

  test('a file that is not X12 is rejected with a message', async () => {
    const answer = await edi.hand('Customer Code,Customer PO')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toContain('This is not an X12 file')
  })

  test('two partners cannot have the same identifier', async () => {
    const again = await edi.prizm.call('POST', '/api/edi/partners', {
      as: edi.admin,
      body: edi.form,
    })
    expect(again.json()).toMatchObject({ status: 409, code: 'duplicate-edi-partner' })
    const clerk = await edi.prizm.call('POST', '/api/edi/partners', { as: edi.as, body: edi.form })
    expect(clerk.statusCode).toBe(403)
    const path = `/api/edi/partners/${edi.partner.id}`
    const stale = { as: edi.admin, body: edi.form, headers: { 'if-match': '"7"' } }
    expect((await edi.prizm.call('PUT', path, stale)).statusCode).toBe(412)
  })

  test('an interchange can be read with its sets and answers, and downloaded', async () => {
    const { id } = await edi.take(good)
    const get = (path: string) => edi.prizm.call('GET', path, { as: edi.as })
    const whole = (await get(`/api/edi/interchanges/${id}`)).json()
    expect(whole).toMatchObject({
      raw: good,
      sets: '850',
      documents: [{ setId: '850', reference: 'CPO-10045', state: 'taken' }],
      answers: [{ what: '997' }, { what: '855' }],
    })
    const file = await get(`/api/edi/interchanges/${id}/file`)
    expect(file.body).toBe(good)
    expect(file.headers['content-disposition']).toContain('.edi')
    const listed = await get('/api/edi/interchanges?direction=out&limit=10')
    expect(listed.json()).toHaveLength(2)
  })
})

describe('acknowledgments of our interchanges', () => {
  const answer = (text: string, number: number) =>
    text
      .replace('*ZZ*PRIZM          *ZZ*ACMERETAIL     *', '*ZZ*ACMERETAIL     *ZZ*PRIZM          *')
      .replace('GS*FA*PRIZM*ACMERETAIL', 'GS*FA*ACMERETAIL*PRIZM')
      .replace('AK1*PO*101', `AK1*PR*${number}`)
      .replace('AK2*850', 'AK2*855')

  test('a 997 that accepts an interchange closes it and is not acknowledged itself', async () => {
    await edi.take(good)
    const taken = await edi.take(answer(sample('997-accept'), 2))
    expect(taken.answers).toEqual([])
    expect(
      await edi.query(
        `select state, acknowledged_at is not null as told from edi_interchanges
         where direction = 'out' order by id`,
      ),
    ).toEqual([
      { state: 'ready', told: false },
      { state: 'acknowledged', told: true },
    ])
    expect(await edi.query(`select state from edi_documents where set_id = '855'`)).toEqual([
      { state: 'accepted' },
    ])
  })

  test('a 997 that rejects an interchange needs review, with its codes', async () => {
    await edi.take(good)
    const refusal = answer(sample('997-accept'), 2)
      .replace('AK5*A', 'AK3*BAK*2**8~\nAK4*3*324*5*CPO~\nAK5*R*5')
      .replace('AK9*A*1*1*1', 'AK9*R*1*1*0')
      .replace('SE*6', 'SE*8')
    await edi.take(refusal)
    const refused = await edi.query(
      `select state, reason, needs_person as open from edi_documents where set_id = '855'`,
    )
    expect(refused).toEqual([
      { state: 'rejected', reason: 'AK3 BAK 2: 8, AK4 3: 5 CPO, AK5 5', open: true },
    ])
  })
})
