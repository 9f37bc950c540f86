import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { lockPathOf } from './bundled-packages.ts'
import { projectFolder } from '../project-folder.mjs'
import { buildSbom } from './sbom.mjs'

type Lock = Parameters<typeof buildSbom>[0]
const lock = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')) as Lock

test('the bill of materials has every package of production and each in the build', () => {
  const bom = buildSbom(lock, ['node_modules/zod', 'node_modules/pg'])
  const names = bom.components.map(({ name }) => name)
  for (const name of [...Object.keys(project.dependencies), 'zod', 'pg-types']) {
    expect(names).toContain(name)
  }
  expect(names).not.toContain('vite')
  const refs = bom.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const { component } = bom.metadata
  expect(component).toMatchObject({ name: project.name, version: project.version })
})

/** Licenses that allow the use in a program that a company runs, without opening its code. */
const acceptedLicenses = [
  '(MIT AND Zlib)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // Changes of these packages themselves would have to be published; the program changes none.
  'MPL-2.0',
  // Fonts.
  'OFL-1.1',
  'Unlicense',
]
/** Packages of which the lock has no license, as they name it in an older form: all MIT. */
const withoutEntry = ['buildcheck', 'cpu-features', 'png-js', 'ssh2']

type License = { expression?: string | undefined; license?: { id: string } | undefined }

/** The licenses of a component as one text, empty if it has none. */
function licensesOf({ licenses = [] }: { licenses?: License[] | undefined }): string {
  return licenses.map(({ expression, license }) => expression ?? license?.id).join(' ')
}

test('every package of production has an accepted license', () => {
  const { components } = buildSbom(lock, [])
  const others = components.filter((each) => !acceptedLicenses.includes(licensesOf(each)))
  expect(new Set(others.map(({ name }) => name))).toEqual(new Set(withoutEntry))
})

test('a component has its address, its license and the hash of its archive', () => {
  const packages = {
    '': {},
    'node_modules/@scope/one': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/two': { version: '2.0.0', license: '(MIT OR Apache-2.0)', dev: true },
  }
  const bom = buildSbom({ name: 'program', version: '1.0.0', packages }, ['node_modules/two'])
  expect(bom.components).toEqual([
    {
      'bom-ref': '@scope/one@1.2.3',
      type: 'library',
      name: '@scope/one',
      version: '1.2.3',
      scope: 'required',
      purl: 'pkg:npm/%40scope/one@1.2.3',
      hashes: [{ alg: 'SHA-512', content: '000102' }],
      licenses: [{ license: { id: 'MIT' } }],
    },
    expect.objectContaining({
      name: 'two',
      licenses: [{ expression: '(MIT OR Apache-2.0)' }],
      properties: [{ name: 'prizm:bundled', value: 'true' }],
    }),
  ])
})

test('a package in the build that is not locked is an error', () => {
  expect(() => buildSbom(lock, ['node_modules/nowhere'])).toThrow(
    'node_modules/nowhere is in the build and not in package-lock.json',
  )
})

test.each([
  ['/home/me/prizm/node_modules/zod/mini/index.js', ['node_modules/zod']],
  ['/home/node_modules/@scope/one/dist/a.js', ['node_modules/@scope/one']],
  ['\0/p/node_modules/a/node_modules/b/c.js?commonjs', ['node_modules/a/node_modules/b']],
  ['/home/me/prizm/app/server.ts', []],
])('the module %j is of the package %j', (moduleId, path) => {
  expect(lockPathOf(moduleId)).toEqual(path)
})
