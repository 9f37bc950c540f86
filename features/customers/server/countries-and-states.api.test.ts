import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { createAcme, updateAcme } from './testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

test('an import normalizes country and state and warns about unrecognized ones', async () => {
  const as = await prizm.signIn('admin')
  const importFile = (query: string) =>
    prizm.app.inject({
      method: 'POST',
      url: `/api/customers/import${query}`,
      headers: { cookie: as, 'content-type': 'text/csv' },
      payload: [
        'customerCode,name,email,country,state',
        'X-1,One,a@b.co,USA,Florida',
        'X-2,Two,a@b.co,,F.L.',
        'X-3,Three,a@b.co,Atlantis,North',
        'X-4,Four,a@b.co,US,Flrida',
        'X-5,Five,a@b.co,,',
      ].join('\n'),
    })
  const warning = (row: number, place: string) => ({
    row,
    field: 'country',
    message: `${place} is not a recognized state or country. The default tax rate applies`,
  })
  const warnings = [warning(4, 'North, Atlantis'), warning(5, 'Flrida, US')]
  const dry = await importFile('?dryRun=true')
  expect(dry.json()).toMatchObject({ created: 5, errors: [], warnings })
  expect((await importFile('')).json()).toMatchObject({ created: 5, errors: [], warnings })
  const again = await importFile('')
  expect(again.json()).toMatchObject({ created: 0, skipped: 5 })
  expect(again.json()).not.toHaveProperty('warnings')
  const stored = 'select country, state from customers order by customer_code'
  expect((await prizm.database.pool.query(stored)).rows).toEqual([
    { country: 'US', state: 'FL' },
    { country: null, state: 'FL' },
    { country: 'Atlantis', state: 'North' },
    { country: 'US', state: 'Flrida' },
    { country: null, state: null },
  ])
})

test('stores country and state in normalized form', async () => {
  const as = await prizm.signIn('finance')
  const typed = { country: 'United States', state: 'Florida' }
  const { id, country, state } = (await createAcme(prizm, as, typed)).json()
  expect([country, state]).toEqual(['US', 'FL'])
  expect((await updateAcme(prizm, as, id, { state: 'n.y.' })).json()).toMatchObject({
    country: 'US',
    state: 'NY',
  })
  const unknown = { country: 'Atlantis', state: 'North' }
  expect((await updateAcme(prizm, as, id, unknown)).json()).toMatchObject(unknown)
})
