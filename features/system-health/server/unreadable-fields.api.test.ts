import { expect, test } from 'vitest'
import { startTestApp } from '#app/testing.ts'
import type { ChosenPermission } from '#features/auth/role-rules.ts'

test('lists records with payment terms that cannot be parsed', async () => {
  const prizm = await startTestApp()
  await prizm.builders.customer({ customerCode: 'C-1', paymentTerms: 'Net60' })
  const customer = await prizm.builders.customer({ customerCode: 'C-2', paymentTerms: 'soon' })
  const vendor = await prizm.builders.vendor({ vendorCode: 'V-1', paymentTerms: '60' })
  const as = await prizm.signIn('viewer')
  const answer = await prizm.call('GET', '/api/health/unreadable-fields', { as })
  const terms = { field: 'paymentTerms', usedInstead: 'net-30' }
  expect(answer.json()).toEqual([
    { ...terms, entity: 'customer', id: customer.id, code: 'C-2', value: 'soon' },
    { ...terms, entity: 'vendor', id: vendor.id, code: 'V-1', value: '60' },
  ])
  await prizm.close()
})

test('lists only records that the user may read', async () => {
  const prizm = await startTestApp()
  const place = { country: 'Atlantis', state: null }
  await prizm.builders.customer({ customerCode: 'C-1', paymentTerms: 'soon', ...place })
  const vendor = await prizm.builders.vendor({ vendorCode: 'V-1', paymentTerms: '60' })
  await prizm.database.pool.query(
    `insert into tax_rates (country, state, rate, effective_date)
     values ('US', 'FL', 0.07, '2020-01-01')`,
  )
  const listedFor = async (name: string, permissions: readonly ChosenPermission[]) => {
    await prizm.builders.ownRole({ name, permissions })
    const as = await prizm.builders.session(await prizm.builders.user({ role: name }))
    return (await prizm.call('GET', '/api/health/unreadable-fields', { as })).json()
  }
  const terms = { field: 'paymentTerms', usedInstead: 'net-30' }
  expect(await listedFor('Guest', ['dashboard.read'])).toEqual([])
  expect(await listedFor('Buyer', ['vendors.read'])).toEqual([
    { ...terms, entity: 'vendor', id: vendor.id, code: 'V-1', value: '60' },
  ])
  expect(await listedFor('Seller', ['customers.read'])).toMatchObject([
    { ...terms, code: 'C-1', value: 'soon' },
    { code: 'C-1', field: 'country', value: 'Atlantis' },
  ])
  await prizm.close()
})

test('lists customers without a known country and state if tax rates exist', async () => {
  const prizm = await startTestApp()
  const as = await prizm.signIn('viewer')
  const listed = async () =>
    (await prizm.call('GET', '/api/health/unreadable-fields', { as })).json()
  const places = [
    { country: 'United States', state: 'F.L.' },
    { country: 'Atlantis', state: null },
    { country: 'US', state: 'Florado' },
    { country: null, state: 'Florida' },
    { country: null, state: null },
  ]
  for (const [at, place] of places.entries()) {
    await prizm.builders.customer({ customerCode: `C-${at}`, ...place })
  }
  expect(await listed()).toEqual([])
  await prizm.database.pool.query(
    `insert into tax_rates (country, state, rate, effective_date)
     values ('US', 'FL', 0.07, '2020-01-01')`,
  )
  expect(await listed()).toMatchObject([
    { code: 'C-1', field: 'country', value: 'Atlantis', usedInstead: 'the default tax rate' },
    { code: 'C-2', field: 'country', value: 'Florado, US' },
  ])
  await prizm.close()
})
