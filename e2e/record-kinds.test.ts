import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledRecords } from '../scripts/bundle/bundled-pages.ts'
import { projectFolder } from '../scripts/project-folder.mjs'
import { recordKinds } from './record-kinds.ts'

const features = join(projectFolder, 'features')
const hasPage = (path: string) =>
  /<(?:DetailsDialog|MasterDetails)\b/.test(readFileSync(join(features, path), 'utf8'))

test('every kind of record with a page is in the table that the browser test opens', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .filter(hasPage)
  expect(files.toSorted()).toEqual(recordKinds.map(({ file }) => file).toSorted())
})

test('every kind of record is a page of the bundle', () => {
  const bundled = bundledRecords.map(({ kind, record: [file] }) => ({ kind, file }))
  expect(bundled).toEqual(recordKinds.map(({ kind, file }) => ({ kind, file: `features/${file}` })))
})
