import { expect, test } from 'vitest'
import { endpointViolations } from './endpoints.ts'
import { listNameViolations } from './list-names.ts'
import {
  componentNameViolations,
  exportViolations,
  folderViolations,
  nameViolations,
  wordViolations,
} from './names.ts'
import { sizeViolations } from './sizes.ts'
import { source } from './sources.ts'
import { statusViolations } from './statuses.ts'
import { uncommented } from './table-comments.ts'

const lines = (count: number) => Array.from({ length: count }, () => '  a()').join('\n')

test('a file of 301 lines is too long, unless its first line gives the reason', () => {
  const found = sizeViolations([source('app/a.ts', `${lines(301)}\n`)])
  const sentence = 'app/a.ts has 301 lines, more than 300, and no first line that says why'
  expect(found).toEqual([sentence])
  const why = '// One file: the tables of a room belong together'
  expect(sizeViolations([source('app/a.ts', `${why}\n${lines(301)}\n`)])).toEqual([])
  expect(sizeViolations([source('app/a.ts', `// One file:\n${lines(300)}\n`)])).toEqual([sentence])
  expect(sizeViolations([source('app/a.ts', `${lines(300)}\n`)])).toEqual([])
})

test('a folder of 26 files is too full, except the migrations and the decisions', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/a${at}.ts`)
  expect(folderViolations(files('app/frame', 26))).toEqual(['app/frame has 26 files, more than 25'])
  expect(folderViolations(files('app/frame', 25))).toEqual([])
  expect(folderViolations(files('db/migrations', 200))).toEqual([])
  expect(folderViolations(files('docs/decisions', 200))).toEqual([])
  expect(folderViolations(files('docs', 26))).toEqual(['docs has 26 files, more than 25'])
})

test.each([
  ['function b() {', '}'],
  ['const b = () => {', '}'],
  ['class B { c() {', '} }'],
])('a function of 71 lines is too long: %s', (start, end) => {
  const found = sizeViolations([source('app/a.ts', `${start}\n${lines(69)}\n${end}`)])
  expect(found).toEqual(['app/a.ts:1 a function has 71 lines, more than 70'])
  expect(sizeViolations([source('app/a.ts', `${start}\n${lines(68)}\n${end}`)])).toEqual([])
})

test('a line of 101 columns is too long, unless it contains a URL', () => {
  const long = `// ${'x'.repeat(98)}`
  const found = sizeViolations([source('app/a.ts', long)])
  expect(found).toEqual(['app/a.ts:1 a line is longer than 100 columns'])
  const address = `// https://example.com/${'x'.repeat(90)}`
  expect(sizeViolations([source('app/a.ts', address)])).toEqual([])
})

test.each([
  'features/skus/utils/price.ts',
  'platform/hooks/use-read.ts',
  'features/skus/skuTable.ts',
  'features/skus/skuTable.tsx',
  'features/skus/index.ts',
  'features/skus/contract.ts.orig',
])('%s is no name', (path) => {
  expect(nameViolations([path])).toHaveLength(1)
})

test.each([
  'features/skus/SkusPage.tsx',
  'features/skus/SkusPage.spec.ts',
  'features/skus/sku-columns.tsx',
  'app/web.tsx',
  'db/demo.ts',
])('%s is a name', (path) => {
  expect(nameViolations([path])).toEqual([])
})

const table = 'export function SkuTable() { return <table /> }'

test.each([
  ['features/skus/ui/SkuList.tsx', table],
  ['features/skus/ui/SkuTables.tsx', `${table}\nexport function SkuLink() { return <a /> }`],
  ['features/skus/ui/SkuTables.tsx', 'export const columns = [<b />]'],
  ['features/skus/ui/SkuForm.tsx', 'export function useSkuForm() { return <form /> }'],
  ['features/skus/ui/SkuForm.tsx', 'export type SkuForm = object\nexport const form = <form />'],
  ['features/skus/ui/SkuForm.tsx', 'function Form() { return <form /> }\nexport { Form }'],
  ['features/skus/ui/sku-table.tsx', table],
  ['features/skus/ui/sku-table.tsx', 'function SkuTable() { return <b /> }\nexport { SkuTable }'],
])('a file that is not named for its component is caught: %s %s', (path, text) => {
  expect(componentNameViolations([source(path, text)])).toHaveLength(1)
})

test.each([
  ['features/skus/ui/SkuTable.tsx', `${table}\nexport const columns = [<b />]`],
  ['features/skus/ui/SkuTables.tsx', `${table}\nexport function OldSkuTable() { return <b /> }`],
  ['features/skus/ui/SkuTab.tsx', 'export const skuTab = { content: <b /> }'],
  ['features/skus/ui/sku-columns.tsx', 'export const columns = [<b />]'],
  ['features/skus/ui/use-sku-form.tsx', 'export function useSkuForm() { return <form /> }'],
  ['features/skus/ui/SkusPage.test.tsx', 'export const page = <main />'],
  ['features/skus/ui/SkuList.ts', 'export const listOf = 1'],
  ['e2e/parts/Parts.tsx', 'start(<main />)'],
])('a file that is named for what it exports passes: %s', (path, text) => {
  expect(componentNameViolations([source(path, text)])).toEqual([])
})

test('rejects a default export, except in tool configuration', () => {
  const text = 'export default {}'
  expect(exportViolations([source('app/a.ts', text)])).toHaveLength(1)
  expect(exportViolations([source('vite.server.config.ts', text)])).toEqual([])
})

const listSkus = { method: 'GET', path: '/api/skus', permission: 'skus.read' }
const skusRoom = {
  name: 'skus',
  contract: { listSkus, sku: {} },
  routes: 'route(contract.listSkus)',
}
const known = { 'skus.read': [] }

test('an endpoint must have a route and a known permission', () => {
  const served = [{ endpoint: listSkus }]
  expect(endpointViolations([skusRoom], known, served)).toEqual([])
  const unrouted = endpointViolations([{ ...skusRoom, routes: '' }], known, served)
  expect(unrouted).toEqual(['features/skus/server/routes.ts does not serve listSkus'])
  expect(endpointViolations([skusRoom], known, [])).toEqual(['app/rooms.ts leaves out listSkus'])
  const unknown = 'listSkus needs skus.read, unknown to auth/rules.ts'
  expect(endpointViolations([skusRoom], {}, served)).toEqual([unknown])
})

const made = `CREATE TABLE "returns" (status text,
  CONSTRAINT "return_status_known" CHECK (status in ('pending', 'approved')));`
const flow = { pending: {}, approved: {} }

test('a flow must have the statuses of its latest CHECK constraint', () => {
  expect(statusViolations({ returnFlow: flow }, [made])).toEqual([])
  expect(statusViolations({ returnFlow: { pending: {} } }, [made])).toHaveLength(1)
  expect(statusViolations({ visitFlow: flow }, [made])).toHaveLength(1)
  const later = `alter table returns add constraint return_status_known
    check (status in ('pending'))`
  expect(statusViolations({ returnFlow: flow }, [made, later])).toHaveLength(1)
})

test('rejects a table without a comment', () => {
  expect(uncommented([made])).toHaveLength(1)
  expect(uncommented([made, `comment on table returns is 'What came back.'`])).toEqual([])
  expect(uncommented([made, 'drop table returns'])).toEqual([])
})

test('rejects a list whose name is invalid or built at run time', () => {
  const list = (name: string) =>
    listNameViolations([source('features/a/A.tsx', `<DataTable name=${name} />`)], isKebab)
  const isKebab = (name: string) => /^[a-z-]+$/.test(name)
  expect(list('"returns-customerId"')).toEqual([expect.stringContaining('is no name of a list')])
  expect(list('{`returns-${kind}`}')).toEqual([expect.stringContaining('is not written out')])
  expect(list("{isSale ? 'customer-returns' : 'vendor-returns'}")).toEqual([])
  expect(list('{returnList.name}')).toEqual([])
  const declared = (name: string) =>
    listNameViolations([source('features/a/contract.ts', `defineList({ name: ${name} })`)], isKebab)
  expect(declared("'returns'")).toEqual([])
  expect(declared("'Returns'")).toEqual([expect.stringContaining('is no name of a list')])
  expect(declared('nameOf(kind)')).toEqual([expect.stringContaining('is not written out')])
  const further = (name: string) => {
    const text = `defineTable(orderList, { name: ${name}, columns: {} })`
    return listNameViolations([source('features/a/contract.ts', text)], isKebab)
  }
  expect(further("'customer-orders'")).toEqual([])
  expect(further("'Orders'")).toEqual([expect.stringContaining('is no name of a list')])
})

test.each([
  ['features/skus/take.ts', 'const a = 1'],
  ['features/skus/tell-buyers.ts', 'const a = 1'],
  ['features/skus/a.ts', 'export function tellBuyers() {}'],
  ['features/skus/a.ts', 'export const take = () => 1'],
  ['features/skus/a.ts', 'export type Asked = { id: number }'],
  ['features/skus/a.ts', 'export type KeptPreferences = { id: number }'],
  ['features/skus/a.ts', 'export type Applied = { id: number }'],
  ['features/skus/a.ts', 'export type Upserting = { id: number }'],
])('a name that says nothing is caught: %s %s', (path, text) => {
  expect(wordViolations([source(path, text)])).toHaveLength(1)
})

test.each(['takesCredit', 'lookup', 'notifyBuyers', 'givenName', 'KeyTaken', 'AppliedPart'])(
  'a name that says something passes: %s',
  (name) => {
    expect(wordViolations([source('features/skus/a.ts', `export const ${name} = 1`)])).toEqual([])
  },
)
