import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  type Page,
  expect,
  request,
  test as base,
} from '@playwright/test'
import { freshDatabase } from '#db/testing.ts'
import type { User } from '#features/auth/contract.ts'
import type { Role } from '#features/auth/rules.ts'
import type { createCustomer, Customer } from '#features/customers/contract.ts'
import { violationsInBothThemes } from './axe.ts'
import { preparedFolder, preparedName } from './prepare.config.ts'
import { startProcess } from './program-process.ts'

// Fixtures for browser tests: the built program, one per worker on its own embedded database, and
// users created over the API.

const password = 'a long enough password'

type Program = { url: string; output: string; stop: () => Promise<void> }
type Account = { user: User; password: string }

/** Creates test data over the API as the administrator, so that a test states only what matters. */
export type TestData = {
  account: (role: Role) => Promise<Account>
  customer: (fields?: Partial<WireBodyOf<typeof createCustomer>>) => Promise<Customer>
  /** A code that is not used yet. */
  code: (prefix: string) => string
  /** Any other POST; returns its JSON response. */
  made: <Made>(path: string, body: object) => Promise<Made>
  changed: (path: string, body: object) => Promise<void>
}

type TestFixtures = {
  testData: TestData
  /** Signs the page's browser in as a new user with this role. */
  signIn: (role?: Role) => Promise<Account>
  /** Console errors that a test expects; any other one fails it. */
  expectedErrors: RegExp[]
  /**
   * Skips tests that would start after `CRAWL_UNTIL` (in milliseconds), so that a slow machine ends
   * in time.
   */
  inTime: undefined
}
type WorkerFixtures = { program: Program; admin: APIRequestContext }

const until = Number(process.env['CRAWL_UNTIL'] ?? Infinity)

export const test = base.extend<TestFixtures, WorkerFixtures>({
  program: [
    async ({ browserName: _ }, give) => {
      await give(await startProgram())
      // A test that failed has not stopped its own programs, which would hold connections.
      await Promise.all([...running].map((stop) => stop()))
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ program }, give) => {
      const api = await request.newContext(callsOf(program))
      const body = { username: 'root', email: 'root@example.com', password }
      const answer = await api.post('/api/register', { data: body })
      expect(answer.ok(), await answer.text()).toBe(true)
      await give(api)
      await api.dispose()
    },
    // The first account becomes the administrator, so create it before any test signs up.
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ program }, give) => give(program.url),
  expectedErrors: async ({ browserName: _ }, give) => give([]),
  inTime: [
    async ({ browserName: _ }, give, info) => {
      info.skip(Date.now() > until, 'the time of this run is over')
      await give(undefined)
    },
    { auto: true },
  ],
  page: async ({ page, expectedErrors }, give) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await give(page)
    // A changed response that is still being fetched must not fail the test that has ended.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    // The browser logs each refused call; a refusal is an expected response, not a defect.
    const isAnswer = (text: string) => text.startsWith('Failed to load resource')
    const isExpected = (text: string) => expectedErrors.some((known) => known.test(text))
    expect(errors.filter((text) => !isAnswer(text) && !isExpected(text))).toEqual([])
  },
  testData: async ({ admin }, give) => give(createTestData(admin)),
  signIn: async ({ context, testData, program }, give) => {
    await give(async (role = 'admin') => {
      const account = await testData.account(role)
      const data = { username: account.user.username, password: account.password }
      const headers = { origin: program.url }
      const answer = await context.request.post('/api/login', { data, headers })
      expect(answer.ok(), await answer.text()).toBe(true)
      return account
    })
  },
})

export { expect }

/** Ends each program of this worker that was not stopped. */
const running = new Set<() => Promise<void>>()

/**
 * Starts the built program on a port of its own and a new database: an embedded one, or one on the
 * server that DATABASE_URL names. It is stopped with its worker at the latest.
 */
export async function startProgram(env: Record<string, string> = {}): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'prizm-e2e-'))
  const isEmbedded = !env['DATABASE_URL'] && !process.env['DATABASE_URL']
  if (isEmbedded) await cp(preparedFolder, folder, { recursive: true })
  const isServerProvided = isEmbedded || env['DATABASE_URL'] !== undefined
  const database = isServerProvided ? undefined : await freshDatabase(process.env[preparedName])
  const on = database && { DATABASE_URL: database.url }
  const { url, output, child, ended } = await startProcess({ DATA_DIR: folder, ...on, ...env })
  const stop = async () => {
    running.delete(stop)
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
    await database?.drop()
  }
  running.add(stop)
  return { url, output, stop }
}

/** A page signed in as the first user, and so the administrator, of a separate program. */
export async function firstPage(
  browser: Browser,
  { url }: Program,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: url })
  const headers = { origin: url }
  const data = { username: 'first', email: 'first@example.com', password }
  const answer = await context.request.post('/api/register', { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return context.newPage()
}

/**
 * Expects no violation of WCAG 2.0 to 2.2 A and AA or of best practice in either theme. Fading
 * elements have low contrast for a moment, so the check is retried and only lasting violations
 * count.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => violationsInBothThemes(page), { timeout: 240_000 }).toEqual([])
}

/** Expects exactly one toast, with this title and text; red if the title reports a failure. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const region = page.getByRole('region', { name: /^Notifications/ })
  const textLocator = (words: string) => page.getByText(words, { exact: true })
  // Check everything in one assertion: a toast is shown for only five seconds.
  const toast = region
    .getByRole('listitem')
    .filter({ has: textLocator(title) })
    .filter({ has: textLocator(text) })
  await expect(toast).toBeVisible()
  const isFailure = title === 'Error' || /\bfailed\b/i.test(title)
  if (isFailure) await expect(toast).toHaveAttribute('data-tone', 'danger')
  expect(await region.getByRole('listitem').count()).toBeLessThanOrEqual(1)
}

/** The second, smaller line of the toast. */
export async function expectToastDetail(page: Page, text: string): Promise<void> {
  const region = page.getByRole('region', { name: /^Notifications/ })
  await expect(region.getByText(text, { exact: true })).toBeVisible()
}

let count = 0

function createTestData(admin: APIRequestContext): TestData {
  const code = (prefix: string) => `${prefix}-${process.pid}-${++count}`
  const made = async <Made>(path: string, body: object): Promise<Made> => {
    const answer = await admin.post(path, { data: body })
    expect(answer.ok(), await answer.text()).toBe(true)
    // The program's own tests check its responses; here the type is the one the test asked for.
    return (await answer.json()) as Made
  }
  const changed = async (path: string, body: object) => {
    const answer = await admin.put(path, { data: body })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return {
    code,
    made,
    changed,
    account: async (role) => {
      const username = code(role)
      const body = { username, email: `${username}@example.com`, password, role }
      return { user: await made<User>('/api/users', body), password }
    },
    customer: (fields = {}) => {
      const customerCode = fields.customerCode ?? code('C')
      const usual = { name: 'Northwind Supplies', email: 'orders@northwind.example' }
      return made<Customer>('/api/customers', { ...usual, customerCode, ...fields })
    },
  }
}

function callsOf(program: Program) {
  return { baseURL: program.url, extraHTTPHeaders: { origin: program.url } }
}
