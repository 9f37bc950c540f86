import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import type { EdiDocument } from '../contract.ts'
import { sample, withPartner } from './testing.ts'

// EDI documents are counted by partner, outcome, kind and direction.

let edi: Awaited<ReturnType<typeof withPartner>>

beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => edi.prizm.close())

const get = async <R>(path: string) =>
  (await edi.prizm.call('GET', `/api/edi/documents${path}`, { as: edi.as })).json<R>()
const groups = async (by: string) => (await get<ListSums>(`/sums?by=${by}`)).groups

test('documents are counted by partner, kind and direction, as the rows are sorted', async () => {
  await edi.take(sample('850'))
  const documents = await get<EdiDocument[]>('?sort=setId')
  const sets = documents.map(({ setId }) => setId)
  expect(sets).toContain('850')
  expect(sets.toSorted()).toEqual(sets)
  const { length: count } = documents
  expect(await get('/sums')).toEqual({ count, amount: null, groups: [] })
  const { id } = edi.partner
  expect(documents.every(({ partnerId }) => partnerId === id)).toBe(true)
  const partner = { key: String(id), label: 'Acme Retail', count, amount: null }
  expect(await groups('partner')).toEqual([partner])
  const inbound = documents.filter(({ direction }) => direction === 'in').length
  expect(await groups('direction')).toContainEqual({
    key: 'in',
    label: 'in',
    count: inbound,
    amount: null,
  })
  expect(await groups('set')).toContainEqual({
    key: '850',
    label: '850',
    count: sets.filter((each) => each === '850').length,
    amount: null,
  })
  expect(await get(`/sums?partnerId=${id}`)).toMatchObject({ count })
  expect(await get('/sums?partnerId=0')).toMatchObject({ count: 0 })
  for (const sort of ['state', '-direction', 'partnerId']) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await get<EdiDocument[]>(`?sort=${sort}`)).toHaveLength(count)
  }
})

test('only those who read EDI see the sums', async () => {
  const as = await edi.prizm.signIn('viewer')
  const refused = await edi.prizm.call('GET', '/api/edi/documents/sums', { as })
  expect(refused.statusCode).toBe(403)
})
