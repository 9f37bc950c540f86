import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type TestData, expect, expectAccessible, test } from '../fixtures.ts'
import { deadControls } from '../crawl/find-dead-controls.ts'
import { layoutFaultsAtAllWidths } from '../crawl/layout-faults.ts'
import { controlsLosingFocus } from '../crawl/find-lost-focus.ts'
import { dialogBoxes, differences, holdCall, listBoxes } from '../crawl/skeleton-boxes.ts'
import { startCountingShifts, expectRead, layoutShifts } from './layout-shifts.ts'
import { createTestRecords, placeOf } from '../screens.ts'

// Tests every shared control once on a page of its own (`e2e/parts`), in every way the crawl tests
// the screens, so that changes of platform/ui need not be tested on each screen.

test.setTimeout(120_000)

/** The groups of the page, and the dialogs opened by address. */
const groups = ['buttons', 'fields', 'table', 'lines', 'figures', 'dialogs', 'import'] as const
const dialogs = [
  '/parts/fields?new=1',
  '/parts/dialogs?view=plain',
  '/parts/dialogs?view=deleted',
  '/parts/import?view=whole',
] as const
const addresses = [...groups.map((name) => `/parts/${name}`), ...dialogs]

const appearances = [
  { how: 'Enter', width: 1280 },
  { how: 'click', width: 360 },
] as const

for (const address of addresses) {
  for (const { how, width } of appearances) {
    test(`${address}: every control does something by ${how} at ${width} @shared-parts`, async ({
      page,
      signIn,
      testData,
    }) => {
      await openParts({ page, signIn, testData })
      await page.setViewportSize({ width, height: 900 })
      const found = await deadControls(page, address, placeOf(address), how)
      expect(found.names.length).toBeGreaterThan(0)
      expect(found).toMatchObject({ dead: [], unexplained: [] })
    })
  }

  test(`${address}: the focus is never lost @shared-parts`, async ({ page, signIn, testData }) => {
    await openParts({ page, signIn, testData })
    const { count, losers } = await controlsLosingFocus(page, address, placeOf(address))
    expect(count).toBeGreaterThan(0)
    expect(losers).toEqual([])
  })

  test(`${address}: no layout shifts, nothing is clipped or too wide @shared-parts`, async ({
    page,
    signIn,
    testData,
  }) => {
    await openParts({ page, signIn, testData })
    await startCountingShifts(page)
    const bad: string[] = []
    for (const width of [1920, 1280, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      await expectRendered(page)
      bad.push(...(await layoutShifts(page)).map((move) => `${width}: ${move}`))
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        bad.push(
          ...(await layoutFaultsAtAllWidths(page)).map((fault) => `${width} ${theme}: ${fault}`),
        )
      }
    }
    expect(bad).toEqual([])
  })

  test(`${address}: is accessible @shared-parts`, async ({ page, signIn, testData }) => {
    await openParts({ page, signIn, testData })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      await expectRendered(page)
      await expectAccessible(page)
    }
  })
}

test('menus, list boxes and calendars are accessible @shared-parts', async ({
  page,
  signIn,
  testData,
}) => {
  await openParts({ page, signIn, testData })
  await page.goto('/parts/buttons')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menu', { name: 'More' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/parts/fields')
  await page.getByRole('combobox', { name: 'Customer' }).fill('North')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'As of' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessible(page)
})

test('a record: controls, focus and accessibility @shared-parts', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer } = await openParts({ page, signIn, testData })
  const address = `/parts/dialogs?open=${customer}`
  const { dead, unexplained } = await deadControls(page, address, '[role=dialog]', 'Enter')
  expect({ dead, unexplained }).toEqual({ dead: [], unexplained: [] })
  expect((await controlsLosingFocus(page, address, '[role=dialog]')).losers).toEqual([])
  await page.goto(address)
  await expectRendered(page)
  await expectAccessible(page)
})

test('a list and a record replace their skeletons in place @shared-parts', async ({
  page,
  signIn,
  testData,
}) => {
  const { customer } = await openParts({ page, signIn, testData })
  const bad: string[] = []
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const list = await whilePressed(page, '/parts/table', /\/api\/sales-orders\?/, listBoxes)
    const record = await whilePressed(
      page,
      `/parts/dialogs?open=${customer}`,
      /\/api\/customers\?/,
      dialogBoxes,
    )
    bad.push(...[...list, ...record].map((each) => `${width}: ${each}`))
  }
  expect(bad).toEqual([])
})

test('a control that does nothing is found on this page too @shared-parts', async ({
  page,
  signIn,
  testData,
}) => {
  await openParts({ page, signIn, testData })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const heading = document.querySelector('h1')
      if (!heading) return
      observer.disconnect()
      const button = document.createElement('button')
      button.textContent = 'Dead one'
      heading.after(button)
    }).observe(document, { subtree: true, childList: true })
  })
  const { dead } = await deadControls(page, '/parts/lines', 'main', 'click')
  expect(dead).toEqual(['Dead one'])
})

type Tools = { page: Page; signIn: () => Promise<unknown>; testData: TestData }

/**
 * Signs in, creates one record of each kind, and serves the page of shared parts from the program's
 * own origin with the program's headers, so that calls, cookies and policies are the real ones.
 */
async function openParts({ page, signIn, testData }: Tools) {
  const world = await createTestRecords(testData)
  await signIn()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { 'content-security-policy': policy = '' } = (await page.request.get('/auth')).headers()
  expect(policy).toContain("script-src 'self'")
  await page.route(
    ({ pathname }) => pathname.startsWith('/parts/'),
    async (route) => {
      const requestedFile = new URL(route.request().url()).pathname.slice('/parts/'.length)
      const name = /\.[a-z0-9]+$/.test(requestedFile) ? requestedFile : 'index.html'
      await route.fulfill({
        path: join('dist/parts', name),
        headers: { 'content-security-policy': policy, 'content-type': typeOf(name) },
      })
    },
  )
  return world
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}

function typeOf(name: string): string {
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}

/** Waits until the page is rendered and nothing is loading. */
async function expectRendered(page: Page): Promise<void> {
  // Behind a dialog the heading has no role.
  await expect(page.locator('h1').first()).toBeAttached()
  const isOver = /[?&](open|new|view)=/.test(page.url())
  await expect(page.locator('[role=dialog]')).toHaveCount(isOver ? 1 : 0)
  await expectRead(page)
}

type Boxes = ReturnType<typeof dialogBoxes>

/** The elements that moved between the held-back and the completed call. */
async function whilePressed(
  page: Page,
  address: string,
  call: RegExp,
  look: (isFull: boolean) => Boxes,
): Promise<string[]> {
  const release = await holdCall(page, call)
  await page.goto(address)
  const waiting = page.locator(':is(main, [role=dialog]) [aria-label=Loading]')
  await expect(waiting.first()).toBeVisible()
  const before = await page.evaluate(look, false)
  await release()
  await expect(waiting).toHaveCount(0)
  return differences(before, await page.evaluate(look, false))
}
