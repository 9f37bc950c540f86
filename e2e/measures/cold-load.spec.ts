import type { Page } from '@playwright/test'
import { waitUntilStable } from '../crawl/press-controls.ts'
import { type TestData, expect, test } from '../fixtures.ts'
import { createTestRecords } from '../screens.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// How many scripts a browser with an empty cache fetches. How large they are, and how long it
// takes, is measured by `npm run bench -- first-load page-speed`.

const maxScripts = 30

type World = Awaited<ReturnType<typeof createTestRecords>>
let world: Promise<World> | undefined
const worldOf = (testData: TestData) => (world ??= createTestRecords(testData))

/** The scripts that a page has fetched; grows as it fetches more. */
function watchScripts(page: Page): ReadonlySet<string> {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

const screens: readonly [string, (world: World) => string][] = [
  ['the dashboard', () => '/'],
  ['a list', () => '/sales-orders'],
  ['Order Entry', () => '/order-entry'],
  ['a report', () => '/ar-reports'],
]

for (const [name, pathOf] of screens) {
  test(`${name} needs at most ${maxScripts} scripts on a cold load`, async ({
    page,
    signIn,
    testData,
  }) => {
    const made = await worldOf(testData)
    await signIn('admin')
    const scripts = watchScripts(page)
    await openScreen(page, pathOf(made))
    await waitUntilStable(page)
    expect(scripts.size).toBeGreaterThan(0)
    expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(maxScripts)
  })
}
