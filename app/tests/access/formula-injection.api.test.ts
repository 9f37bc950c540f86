import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

// A name in the settings is one line, and no cell of an exported file is a formula.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  await prizm.builders.customer()
})
afterEach(() => prizm.close())

const rate = {
  country: 'United States',
  state: 'Ohio',
  rate: '0.0700',
  effectiveDate: '2026-04-01',
}
const partner = {
  name: 'Acme',
  customerId: 1,
  qualifier: 'ZZ',
  identifier: 'ACME',
  ownQualifier: 'ZZ',
  ownIdentifier: 'PRIZM',
  usage: 'T',
  unknownSku: 'drop',
}
const view = { list: 'customers', name: 'Reno', search: {} }

const names = [
  ['companyName', 'PUT', '/api/settings', {}],
  ['companyContact', 'PUT', '/api/settings', {}],
  ['mailSender', 'PUT', '/api/settings', {}],
  ['country', 'POST', '/api/tax-rates', rate],
  ['state', 'POST', '/api/tax-rates', rate],
  ['name', 'POST', '/api/edi/partners', partner],
  ['folder', 'POST', '/api/edi/partners', partner],
  ['name', 'POST', '/api/api-keys', { scopes: ['read'] }],
  ['name', 'POST', '/api/views', view],
] as const

const breaks = ['A\nB', 'A\rB', 'A\r\nB', 'A\u2028B', 'A\u0085B']

test.each(names)('%s of %s %s rejects line breaks', async (field, method, url, form) => {
  for (const value of breaks) {
    const answer = await prizm.call(method, url, { as, body: { ...form, [field]: value } })
    expect(answer.statusCode, JSON.stringify(value)).toBe(422)
    const { errors } = answer.json<{ errors: { path: string }[] }>()
    expect(errors.map(({ path }) => path)).toEqual([field])
  }
  const stored = await prizm.database.pool.query(
    `select name from settings union all select country from tax_rates
     union all select name from edi_partners union all select name from api_keys
     union all select name from saved_views`,
  )
  expect(stored.rows).toEqual([])
})

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\uFF1D1',
  '\uFF0B1',
  '\uFF0D1',
  '\uFF20A1',
  'Acme;=1+1',
  'Acme,=1+1',
  'Acme\t=1+1',
  '";=1+1;"',
]
const exported = [
  "'=1+1",
  "'+1",
  "'-1",
  "'@SUM(A1)",
  "'\uFF1D1",
  "'\uFF0B1",
  "'\uFF0D1",
  "'\uFF20A1",
  '"Acme;=1+1"',
  '"Acme,=1+1"',
  '"Acme\t=1+1"',
  '""";=1+1;"""',
]

/** The cells of a file for a spreadsheet that splits at comma, semicolon or tab. */
function cellsOf(text: string): string[] {
  return text.match(/"(?:[^"]|"")*"|[^,;\t\r\n]+/g) ?? []
}

test.each(['customers', 'vendors', 'skus'] as const)(
  'no cell of the exported %s is a formula',
  async (list) => {
    for (const [index, name] of hostile.entries()) {
      const code = `H-${index}`
      if (list === 'customers') await prizm.builders.customer({ customerCode: code, name })
      else if (list === 'vendors') await prizm.builders.vendor({ vendorCode: code, name })
      else await prizm.builders.sku({ sku: code, name })
    }
    const answer = await prizm.call('GET', `/api/${list}/export.csv`, { as })
    expect(answer.statusCode).toBe(200)
    const cells = cellsOf(answer.body)
    expect(cells.filter((cell) => exported.includes(cell)).toSorted()).toEqual(exported.toSorted())
    expect(cells.filter((cell) => /^"?[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))).toEqual([])
  },
)
