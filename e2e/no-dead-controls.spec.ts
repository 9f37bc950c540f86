import type { Locator, Page } from '@playwright/test'
import { expect, type Given, test } from './app.ts'
import { fillOrder } from './order-desk.ts'
import { givenOrder } from './purchase-orders.ts'

// Every control does something: a change of the address or of what is shown, a call, a file, a
// print. The controls of the frame are tried on the first screen, those of a list on its first row.
// It takes minutes, so `npm test` leaves it out: `npm run crawl`.

test.setTimeout(240_000)

const screens = [
  '/',
  '/customers',
  '/vendors',
  '/skus',
  '/order-entry',
  '/purchase-orders',
  '/sales-orders',
  '/returns',
  '/ap-reports',
  '/ar-reports',
  '/wms-integration',
  '/system-health',
  '/help',
  '/journal',
]

const kinds = ['button', 'link', 'tab', 'menuitem', 'switch'] as const

type Watched = Window & { changes?: number; prints?: number }

/** Counts what changes on the page from now on; what only follows the focus is left out. */
function watch(): void {
  const seen = window as Watched
  seen.changes = 0
  seen.prints ??= 0
  window.print = () => void (seen.prints = (seen.prints ?? 0) + 1)
  const follows = ['data-state', 'aria-describedby', 'tabindex', 'style', 'data-radix-focus-guard']
  const isTip = (node: Node) =>
    node instanceof Element &&
    (node.closest('[role=tooltip]') !== null || node.querySelector('[role=tooltip]') !== null)
  new MutationObserver((mutations) => {
    const real = mutations.filter(({ type, attributeName, addedNodes, removedNodes, target }) => {
      if (isTip(target)) return false
      if (type === 'attributes') return !follows.includes(attributeName ?? '')
      return ![...addedNodes, ...removedNodes].every(isTip)
    })
    seen.changes = (seen.changes ?? 0) + real.length
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}

async function controlsOf(page: Page, isFirst: boolean): Promise<Locator[]> {
  const place = isFirst ? page.locator('body') : page.locator('main')
  const found = await Promise.all(kinds.map((kind) => place.getByRole(kind).all()))
  const names = new Set<string>()
  const chosen: Locator[] = []
  for (const control of found.flat()) {
    if (!(await control.isVisible()) || !(await control.isEnabled())) continue
    const isLaterRow = await control.evaluate((node) => {
      const row = node.closest('tbody tr, [role=row], li')
      return row !== null && row.previousElementSibling !== null
    })
    const name = await nameOf(control)
    // Signing out ends the session; the journeys of the sign-in try it.
    if (isLaterRow || names.has(name) || name === 'Sign out') continue
    names.add(name)
    chosen.push(control)
  }
  return chosen
}

async function isDead(page: Page, control: Locator): Promise<boolean> {
  const before = page.url()
  await control.focus()
  await page.evaluate(watch)
  let hasActed = false
  const act = () => (hasActed = true)
  page.on('request', act)
  page.on('download', act)
  await page.keyboard.press((await control.getAttribute('role')) === 'switch' ? 'Space' : 'Enter')
  const acts = async () => {
    const seen = await page
      .evaluate(() => ((window as Watched).changes ?? 0) + ((window as Watched).prints ?? 0))
      .catch(() => 1)
    return hasActed || page.url() !== before || seen > 0
  }
  const isAlive = await expect
    .poll(acts, { timeout: 3000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
  page.off('request', act)
  page.off('download', act)
  return !isAlive
}

for (const path of screens) {
  test(`every control of ${path} does something @crawl`, async ({ page, signIn, given }) => {
    if (path === '/sales-orders') await ordered(page, given, signIn)
    else await signIn('admin')
    if (path === '/purchase-orders') await givenOrder(given)
    await open(page, path)
    const isFirst = path === '/'
    const names = await namesOf(await controlsOf(page, isFirst))
    expect(names.length).toBeGreaterThan(0)
    const dead: string[] = []
    for (const name of names) {
      const controls = await controlsOf(page, isFirst)
      const control = controls[(await namesOf(controls)).indexOf(name)]
      if (!control) continue
      if (await isDead(page, control)) dead.push(name)
      await restore(page, path)
    }
    expect(dead).toEqual([])
    expect(await page.locator('a[href="#"]').count()).toBe(0)
  })
}

async function namesOf(controls: readonly Locator[]): Promise<string[]> {
  return Promise.all(controls.map(nameOf))
}

async function nameOf(control: Locator): Promise<string> {
  return (await control.getAttribute('aria-label')) ?? (await control.innerText())
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading')).toHaveCount(0)
}

/** The screen as it was: what has opened is closed; where that is not enough it is read anew. */
async function restore(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  const isOpen = await page.locator('[role=dialog], [role=menu], [role=listbox]').count()
  const { pathname, search } = new URL(page.url())
  if (isOpen > 0 || `${pathname}${search}` !== path) await open(page, path)
}

type SignIn = (role?: 'admin') => Promise<unknown>

async function ordered(page: Page, given: Given, signIn: SignIn) {
  await signIn('admin')
  const made = await fillOrder(page, given)
  await made.form.validate.click()
  await expect(made.form.create).toBeEnabled()
  await made.form.create.click()
  await expect(made.form.customer).toHaveValue('')
}
