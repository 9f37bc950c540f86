import { expect, test } from 'vitest'
import { forbiddenPatternViolations } from './forbidden-patterns.ts'
import { source } from './sources.ts'
import { sqlViolations } from './sql.ts'

const inRoom = (text: string) => source('features/pricing/service.ts', text)

const bad = [
  ['parseFloat', 'const a = parseFloat(text)'],
  ['toFixed(2)', 'const a = b.toFixed(2)'],
  ['through Number()', 'const a = Number(order.totalAmount)'],
  ['through +', 'const a = +unitPrice'],
  ['reads the clock', 'const a = new Date()'],
  ['reads the clock', 'const a = Date.now()'],
  ['raw HTML', 'element.innerHTML = text'],
  ['raw HTML', 'const a = { dangerouslySetInnerHTML: { __html: text } }'],
  ['use platform/ui/page/LazyPart.tsx', `const Tab = lazy(() => import('./Tab.tsx'))`],
  ['RegExp of data', 'const a = new RegExp(`${text}ISA`)'],
  ['RegExp of data', `const a = RegExp(text, 'g')`],
  ['fetch in', `inTransaction(ctx, async (inner) => { await fetch('http://wms') })`],
  ['the inner one', 'inTransaction(ctx, async (inner) => { await ctx.db.select() })'],
  ['the inner one', 'inTransaction(ctx, async (inner) => reserve(ctx, lines))'],
  ['use formatDay', 'const a = `The price from ${plan.effectiveDate} is planned`'],
  ['use formatDay', 'const a = `paid on ${paidOn}`'],
  ['await it in a try', 'void creation.run(request).then(onClose, () => count(1))'],
]

test.each(bad)('%s is caught: %s', (what, text) => {
  expect(forbiddenPatternViolations([inRoom(text)])).toEqual([expect.stringContaining(what)])
})

const good = [
  'const a = Number(pageTotal) + Number(rowLimit) + Number(id)',
  'const a = megabytes.toFixed(1)',
  'const a = new Date(text)',
  `const a = new RegExp('^ISA', 'u')`,
  'inTransaction(ctx, async (inner) => { kept.delete(ctx.db.$client); return save(inner, form) })',
  `await fetch('http://wms')`,
  'const a = `from ${formatDay(effectiveDate)}`',
  'const a = `report-${asOfDay}.csv ${count}`',
  'try { await creation.run(request) } catch (error) { count(1) }',
]

test.each(good)('this is fine: %s', (text) => {
  expect(forbiddenPatternViolations([inRoom(text)])).toEqual([])
})

test('a day of a record as the content of an element is caught', () => {
  const element = source('features/pricing/ui/A.tsx', 'const a = <td>{plan.effectiveDate}</td>')
  expect(forbiddenPatternViolations([element])).toEqual([
    expect.stringContaining('a day as ISO text'),
  ])
  const attribute = source('features/pricing/ui/A.tsx', 'const a = <B day={plan.effectiveDate} />')
  expect(forbiddenPatternViolations([attribute])).toEqual([])
})

test.each([
  ['features/pricing/ui/A.tsx', 'const a = process.env.SESSION_SECRET'],
  ['platform/web/a.ts', `const a = process.env['SECRETS_KEY']`],
  ['app/web.tsx', 'const a = import.meta.env.VITE_KEY'],
])('code for browsers in %s reads no setting of the server: %s', (path, text) => {
  expect(forbiddenPatternViolations([source(path, text)])).toEqual([
    expect.stringContaining('a setting of the server'),
  ])
  expect(forbiddenPatternViolations([source('features/pricing/server/a.ts', text)])).toEqual([])
})

test('code for browsers may ask whether it was built', () => {
  const text = 'const a = import.meta.env.PROD'
  expect(forbiddenPatternViolations([source('features/pricing/ui/A.tsx', text)])).toEqual([])
})

const spliced = [
  'function a(id) { return `select name from customers where id = ${id}` }',
  `function a(id) { return 'delete from customers where id = ' + id }`,
  'function a(form) { return `update customers set name = ${form.name}` }',
]

const lockedInList = [
  "const a = 'delete from a where id in (select id from a where b limit 5 for update)'",
  'const a = `update a set b = 1 where id in (\n  select id from a for no key update)`',
]

test.each(lockedInList)('rows that are locked in a list are caught: %s', (text) => {
  expect(sqlViolations([inRoom(text)])).toHaveLength(1)
})

test.each(spliced)('a value in the text of SQL is caught: %s', (text) => {
  expect(sqlViolations([inRoom(text)])).toHaveLength(1)
})

const parameters = [
  'const size = 100\nfunction a() { return `update series set next = next + ${size}` }',
  'function a(id) { return sql`select name from customers where id = ${id}` }',
  "const a = 'delete from a where id = any (array(select id from a for update skip locked))'",
  "const a = 'update a set b = 1 where c in (select d from e) returning (f)'",
  'function a(name) { return `selected ${name}` }',
]

test.each(parameters)('parameters and constants are fine: %s', (text) => {
  expect(sqlViolations([inRoom(text)])).toEqual([])
})
