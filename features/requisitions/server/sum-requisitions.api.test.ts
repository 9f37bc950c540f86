import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { requisitionsFixture } from './testing.ts'

// Requisitions have no amount: they are counted, also by status.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof requisitionsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await requisitionsFixture(prizm)
})
afterEach(() => prizm.close())

const sums = async (query = '') => {
  const answer = await prizm.call('GET', `/api/requisitions/sums${query}`, { as: fixture.manager })
  return answer.json<ListSums>()
}

test('requisitions are counted by status, and have no amount', async () => {
  expect(await sums('?by=status')).toEqual({ count: 0, amount: null, groups: [] })
  await fixture.made({})
  await fixture.made({ submit: true })
  await fixture.made({ submit: true })
  expect(await sums()).toEqual({ count: 3, amount: null, groups: [] })
  expect((await sums('?by=status')).groups).toEqual([
    { key: 'submitted', label: 'submitted', count: 2, amount: null },
    { key: 'draft', label: 'draft', count: 1, amount: null },
  ])
  expect(await sums('?status=draft')).toMatchObject({ count: 1 })
  expect(await sums('?mine=true')).toMatchObject({ count: 0 })
})

test('another grouping is refused', async () => {
  const as = fixture.manager
  const refused = await prizm.call('GET', '/api/requisitions/sums?by=reason', { as })
  expect(refused.statusCode).toBe(422)
})
