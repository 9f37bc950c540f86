import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../project-folder.mjs'
import { bundledScreens } from './bundled-pages.ts'

test('every screen of the menu is a page of the bundle', () => {
  const menu = readFileSync(join(projectFolder, 'app/menu.tsx'), 'utf8')
  const imported = [...menu.matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) =>
    path.replace(/^#/, '').replace(/^\.\//, 'app/'),
  )
  const bundled = bundledScreens().flatMap(({ modules }) => modules)
  expect(imported.length).toBeGreaterThan(10)
  expect(imported.filter((path) => !bundled.includes(path))).toEqual([])
})
