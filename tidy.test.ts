import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rooms } from '#app/rooms.ts'
import { fieldsOf, type SchemaField } from '#app/tests/access/schema-fields-testing.ts'
import { storedPreferences } from '#features/auth/contract.ts'
import { permissions } from '#features/auth/rules.ts'
import { citedTestViolations, docNameViolations } from './scripts/tidy/doc-names.ts'
import { endpointViolations, type Room } from './scripts/tidy/endpoints.ts'
import { forbiddenPatternViolations } from './scripts/tidy/forbidden-patterns.ts'
import { slowExpressionViolations } from './scripts/tidy/expressions/slow-expressions.ts'
import { importViolations } from './scripts/tidy/imports.ts'
import { linkViolations } from './scripts/tidy/link-targets.ts'
import { listNameViolations } from './scripts/tidy/list-names.ts'
import {
  componentNameViolations,
  exportViolations,
  folderViolations,
  nameViolations,
  wordViolations,
} from './scripts/tidy/names.ts'
import { misnamedRoutes, strayEndpoints } from './scripts/tidy/routes.ts'
import { formWidthViolations, sharedPartViolations } from './scripts/tidy/shared-parts.ts'
import { sizeViolations } from './scripts/tidy/sizes.ts'
import { readDocPaths, readPaths, readSources } from './scripts/tidy/sources.ts'
import { sqlViolations } from './scripts/tidy/sql.ts'
import { statusViolations } from './scripts/tidy/statuses.ts'
import { tableViolations } from './scripts/tidy/table-owners.ts'
import { uncommented } from './scripts/tidy/table-comments.ts'

// The rules of docs/house.md, held against this repository. That each rule can fail is shown by
// scripts/tidy/*.test.ts, which plant a violation of each.

const root = import.meta.dirname
const sources = readSources(root)

describe('the house is tidy', () => {
  test('files, functions and lines stop where they must', () => {
    expect(sizeViolations(sources).join('\n')).toBe('')
  })
  test('no folder has more files than can be taken in', () => {
    const paths = [...readPaths(root), ...readDocPaths(root)]
    expect(folderViolations(paths).join('\n')).toBe('')
  })
  test('rooms import what they may', () => {
    expect(importViolations(sources).join('\n')).toBe('')
  })
  test('only the owning room writes a table', () => {
    expect(tableViolations(sources).join('\n')).toBe('')
  })
  test('names say what things are', () => {
    expect(nameViolations(readPaths(root)).join('\n')).toBe('')
  })
  test('a .tsx file exports a component of its own name', () => {
    expect(componentNameViolations(sources).join('\n')).toBe('')
  })
  test('exported names use the terms of the trade', () => {
    expect(wordViolations(sources).join('\n')).toBe('')
  })
  test('the documentation names only what the code has', () => {
    const paths = ['docs/architecture.md', 'docs/glossary.md', 'docs/rules.md']
    const pages = paths.map((path) => ({ path, text: textOf(path) }))
    expect(docNameViolations(pages, sources).join('\n')).toBe('')
  })
  test('the security page cites only tests that exist', () => {
    const path = 'docs/security.md'
    expect(citedTestViolations({ path, text: textOf(path) }, sources).join('\n')).toBe('')
  })
  test('the security page answers each of the 52 lines of its checklist', () => {
    const rows = textOf('docs/security.md').matchAll(/^\| ([\d, ]+) \|/gm)
    const lines = [...rows].flatMap(([, numbers = '']) => numbers.split(', ').map(Number))
    const missing = Array.from({ length: 52 }, (_, index) => index + 1).filter(
      (line) => !lines.includes(line),
    )
    expect(missing).toEqual([])
  })
  test('the columns of every list can be kept with an account', () => {
    const isAccepted = (name: string) =>
      storedPreferences.safeParse({ lists: { [name]: {} } }).success
    expect(listNameViolations(sources, isAccepted).join('\n')).toBe('')
  })
  test('every shared control is on the page of the shared parts', () => {
    const exceptions = {
      ChoiceList: 'the list of Combobox, which is shown',
      ColumnsStep: 'the second step of ImportDialog, which is shown',
      MenuList: 'the list of Menu, which is shown',
      FileStep: 'the first step of ImportDialog, which is shown',
      AxisLabels: 'a part of ChartCard, which is shown',
      ChartLink: 'a part of ChartCard, which is shown',
      ChartPoints: 'a part of ChartCard, which is shown',
      ComparisonChoice: 'a part of ChartCard, which is shown',
      LazyChartTable: 'a part of ChartCard, which is shown',
      LegendEntry: 'a part of ChartCard, which is shown',
      MonthlyChart: 'a ChartCard, which is shown, with its query',
      TableToggle: 'a part of ChartCard, which is shown',
      PageForm: 'a form that is a whole page; the company profile is one',
      MasterDetails: 'a DetailsDialog, which is shown, of master data',
      MasterForm: 'a FormDialog, which is shown, of master data',
      MasterPage: 'a page of master data, whose dialogs are shown',
      MasterTable: 'a DataTable, which is shown, of master data',
      MonthlyReport: 'a MonthsCard and a MonthsFilter, which are shown, with their query',
      ReportList: 'a DataTable, which is shown, of a report',
      ReportPage: 'a page of reports, whose FigureCard is shown',
      SupportingDocuments: 'a DataTable and its ListSums, which are shown, of a figure',
    }
    expect(sharedPartViolations(sources, exceptions).join('\n')).toBe('')
  })
  test('a form is as wide as its fields', () => {
    expect(formWidthViolations(sources).join('\n')).toBe('')
  })
  test('everything is exported by name', () => {
    expect(exportViolations(sources).join('\n')).toBe('')
  })
  test('values reach SQL as parameters', () => {
    expect(sqlViolations(sources).join('\n')).toBe('')
  })
  test('no float, no clock, no raw HTML, no call inside a transaction', () => {
    expect(forbiddenPatternViolations(sources).join('\n')).toBe('')
  })
  test('no regular expression takes long on a text of 2,000 characters', () => {
    expect(slowExpressionViolations(sources).join('\n')).toBe('')
  }, 600_000)
  test('a link of a record or an address is followed only to a page of this program', () => {
    const texts = answeredTexts()
    const links = texts.filter(({ name }) => /(^|[a-z])(link|url|uri|website)$/i.test(name))
    const linkNames = new Set([...links.map(({ name }) => name), 'next'])
    expect([...linkNames].toSorted()).toEqual(['link', 'next', 'url', 'website'])
    const known = {
      'platform/ui/import/FileStep.tsx: sample': 'a sample file that the screen names itself',
      'platform/web/screen-address.ts: address as NavigateOptions':
        'parseAddress lets links pass internalPath',
      'features/auth/ui/sign-in/SingleSignOnButton.tsx: begun.address':
        'the provider of the settings, which the server read over https',
      "features/auth/ui/use-sign-out.ts: address ?? '/auth'": 'the same provider',
      'platform/ui/master-data/WebsiteLink.tsx: address':
        'the website of a customer or vendor, over http or https and in a tab of its own',
    }
    expect(linkViolations(sources, linkNames, known).join('\n')).toBe('')
    // The check trusts these names.
    const trusted = texts.filter(({ name }) => /^(href|path|pathname)$|\w(Href|Path)$/.test(name))
    // The field of a record or a message that has an error is named by a path, not an address.
    const fieldPaths = ['results.problem.errors.path', 'problems.path', 'differences.path']
    const addresses = trusted.filter(({ path }) => !fieldPaths.includes(path))
    expect(addresses.map(({ path }) => path)).toEqual([])
  })
  test('every endpoint is routed, permitted and served', async () => {
    const served = rooms({ SIGN_UP: 'open' })
    expect(endpointViolations(await readRooms(), permissions, served).join('\n')).toBe('')
  })
  test('endpoints are declared in contracts alone', () => {
    expect(strayEndpoints(sources).join('\n')).toBe('')
  })
  test('a route calls the function with the name of its endpoint', () => {
    expect(misnamedRoutes(sources).join('\n')).toBe('')
  })
  test('the database knows the statuses of the code', async () => {
    expect(statusViolations(await readFlows(), readMigrations()).join('\n')).toBe('')
  })
  test('every table has its sentence', () => {
    expect(uncommented(readMigrations()).join('\n')).toBe('')
  })
})

/** The fields of all answers whose value is text. */
function answeredTexts(): SchemaField[] {
  const answers = rooms({ SIGN_UP: 'open' }).flatMap(({ endpoint: { returns, event } }) =>
    [returns, event].flatMap((schema) => (schema ? fieldsOf(schema) : [])),
  )
  return answers.filter(({ types }) => types.includes('string'))
}

async function readRooms(): Promise<Room[]> {
  const names = readdirSync(join(root, 'features'))
  return Promise.all(
    names.map(async (name) => ({
      name,
      contract: await exportsOf(`features/${name}/contract.ts`),
      routes: textOf(`features/${name}/server/routes.ts`),
    })),
  )
}

async function readFlows(): Promise<Record<string, object>> {
  const names = readdirSync(join(root, 'features'))
  const rules = await Promise.all(names.map((name) => exportsOf(`features/${name}/rules.ts`)))
  const all = rules.flatMap((exported) => Object.entries(exported))
  return Object.fromEntries(all.filter(([name]) => name.endsWith('Flow'))) as Record<string, object>
}

async function exportsOf(path: string): Promise<Record<string, unknown>> {
  const file = join(root, path)
  if (!existsSync(file)) return {}
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>
}

function textOf(path: string): string {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function readMigrations(): string[] {
  const folder = join(root, 'db/migrations')
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
}
