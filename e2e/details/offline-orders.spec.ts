// One file: the ways in which an order without a connection could be lost or created twice
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Customer } from '#features/customers/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import { expect, expectToast, expectToastDetail, type TestData, test } from '../fixtures.ts'
import { createSku, enterCode, orderEntry } from '../journeys/fill-order-entry.ts'

// Orders entered without a connection: nothing is lost, nothing is created twice, and nothing is
// created that the person did not see.

test.use({ serviceWorkers: 'allow' })

type Business = { customer: Customer; item: Sku }

async function createBusiness(testData: TestData): Promise<Business> {
  const customer = await testData.customer({
    customerCode: testData.code('CU'),
    name: 'Northwind Supplies',
    address: '1 Main Street',
    city: 'Austin',
    creditLimit: '1000.00',
    paymentTerms: 'Net 30',
    priceLevel: 'tier2',
  })
  return { customer, item: await createSku(testData, { tier2Price: '8.00' }) }
}

/** How many records of a kind this browser stores. */
function storedRecords(page: Page, kind: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    // Opening a database that does not exist would create it without its tables.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'prizm-device')) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('prizm-device')
      opening.addEventListener('error', () => reject(opening.error ?? new Error('refused')))
      opening.addEventListener('success', () => {
        const database = opening.result
        if (!database.objectStoreNames.contains('records')) {
          database.close()
          return resolve(0)
        }
        const reading = database.transaction('records').objectStore('records').getAllKeys()
        reading.addEventListener('success', () => {
          database.close()
          const names = reading.result.filter((name) => typeof name === 'string')
          resolve(names.filter((name) => name.includes(wanted)).length)
        })
      })
    })
  }, kind)
}

/** Opens Order Entry and waits until this device knows the customers and SKUs. */
async function openReady(page: Page, base = ''): Promise<void> {
  await page.goto(`${base}/customers`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
  await page.goto(`${base}/order-entry`)
  await expect.poll(() => storedRecords(page, 'known-records')).toBe(1)
}

/** Enters an order of two units without a connection, and stores it on the device. */
async function enterOffline(page: Page, business: Business): Promise<void> {
  await goOffline(page)
  await fillForm(page, business)
  await saveForLater(page)
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByText(/^The connection is lost/)).toBeVisible()
}

async function fillForm(page: Page, { customer, item }: Business): Promise<void> {
  const form = orderEntry(page)
  await enterCode(form.customer, customer.customerCode)
  await enterCode(form.sku(1), item.sku)
  await form.quantity(1).fill('2')
  await expect(form.sku(1)).toHaveValue(/Hex bolt/)
  await expect(form.customer).toHaveValue(/Northwind/)
}

async function saveForLater(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and Send Later' }).click()
  await expect(page.getByText('Order saved on this device', { exact: true })).toBeVisible()
  await expect(page.getByText('1 order is only on this device')).toBeVisible()
}

async function ordersOf(page: Page, { customer }: Business, base = ''): Promise<SalesOrder[]> {
  const answer = await page.request.get(`${base}/api/sales-orders?customerId=${customer.id}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as SalesOrder[]
}

async function expectOneOrder(
  page: Page,
  business: Business,
  total: string,
  base = '',
): Promise<void> {
  await expect.poll(async () => (await ordersOf(page, business, base)).length).toBe(1)
  await expect.poll(() => storedRecords(page, 'unsent-order')).toBe(0)
  const [order] = await ordersOf(page, business, base)
  expect(order).toMatchObject({ orderSource: 'mobile', totalAmount: total })
}

const changePrice = (testData: TestData, { item }: Business, tier2Price: string) => {
  const { id, sku, name, cost, price } = item
  return testData.changed(`/api/skus/${id}`, { sku, name, cost, price, tier2Price })
}

test('an order entered without a connection is created once when it is back', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await expect(page.getByText(/^Customers, prices and stock are /)).toBeVisible()
  expect(await storedRecords(page, 'unsent-order')).toBe(1)
  await context.setOffline(false)
  await expectOneOrder(page, business, '32.28')
  await expect(page.getByText('1 order is only on this device')).toHaveCount(0)
})

test('without a connection the estimate has no tax; with it the server makes it again', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await goOffline(page)
  await fillForm(page, business)
  const estimate = page.getByLabel('Estimate', { exact: true })
  await expect(estimate).toHaveText('Subtotal$16.00')
  await context.setOffline(false)
  await expect(estimate).toHaveText('Subtotal$16.00Total$32.28')
})

test('what the device stores of an order cannot be read without the key', async ({
  page,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const found = await page.evaluate(
    (words) =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('prizm-device')
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('records').objectStore('records').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            const texts = reading.result.map((record: { sealed: { data: ArrayBuffer } }) => {
              return JSON.stringify(record) + new TextDecoder().decode(record.sealed.data)
            })
            resolve(words.filter((word) => texts.some((text: string) => text.includes(word))))
          })
        })
      }),
    [business.customer.customerCode, business.customer.name, business.item.sku],
  )
  expect(found).toEqual([])
})

test('the order waits in another tab after this one was closed without a connection', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const next = await context.newPage()
  await page.close()
  await next.goto('/unsent-orders')
  await expect(next.getByText('Waiting to be sent')).toBeVisible()
  await expect(next.getByText('$16.00 before tax and shipping')).toBeVisible()
  await context.setOffline(false)
  await expectOneOrder(next, business, '32.28')
})

test('two tabs send an order once', async ({ page, context, signIn, testData }) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const other = await context.newPage()
  await other.goto('/unsent-orders')
  await expect(other.getByText('Waiting to be sent')).toBeVisible()
  await context.setOffline(false)
  await expectOneOrder(page, business, '32.28')
  await expect(other.getByText('No orders wait to be sent.')).toBeVisible()
  expect(await ordersOf(page, business)).toHaveLength(1)
})

test('a lost answer creates no second order', async ({ page, context, signIn, testData }) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  let lost = 0
  await context.route('**/api/orders/create', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await context.setOffline(false)
  await expectOneOrder(page, business, '32.28')
  expect(lost).toBe(1)
})

test('an order whose price changed is created only after the person accepts it', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await changePrice(testData, business, '9.00')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Open Unsent Orders' }).click()
  const order = page.getByRole('list', { name: 'Unsent orders' }).getByRole('listitem').first()
  await expect(order).toContainText('Needs your decision')
  await expect(order).toContainText(`${business.item.sku}: the price is $9.00 instead of $8.00.`)
  expect(await ordersOf(page, business)).toEqual([])
  await order.getByRole('button', { name: 'Accept and Send' }).click()
  await expectOneOrder(page, business, '34.44')
})

/** The order of the list, which the server does not accept as it was entered. */
async function openRefused(page: Page) {
  await page.getByRole('link', { name: 'Open Unsent Orders' }).click()
  const order = page.getByRole('list', { name: 'Unsent orders' }).getByRole('listitem').first()
  await expect(order).toContainText('Needs your decision')
  return order
}

/** The state of each message of the inbox that has this customer, by its channel. */
async function messagesOf(page: Page, { customer }: Business): Promise<string[]> {
  const answer = await page.request.get('/api/intake-messages?limit=1000')
  const messages = (await answer.json()) as Record<'customerCode' | 'channel' | 'state', string>[]
  const own = messages.filter(({ customerCode }) => customerCode === customer.customerCode)
  return own.map(({ channel, state }) => `${channel} ${state}`)
}

test('an order that the server sees differently is moved to Intake with the reason', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await changePrice(testData, business, '9.00')
  await context.setOffline(false)
  const order = await openRefused(page)
  await order.getByRole('button', { name: 'Move to Intake' }).click()
  await expectToastDetail(page, 'Draft moved to Intake')
  await expect(page.getByText('No orders wait to be sent.')).toBeVisible()
  expect(await storedRecords(page, 'unsent-order')).toBe(0)
  expect(await messagesOf(page, business)).toEqual(['mobile needs attention'])
  const drafts = await page.request.get('/api/order-drafts')
  expect(await drafts.json()).toEqual([])
  expect(await ordersOf(page, business)).toEqual([])
})

test('an order that the server refused is moved to Intake once, also if an answer is lost', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  const { user } = await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const { customer } = business
  await testData.changed(`/api/customers/${customer.id}`, { ...customer, isActive: false })
  await context.setOffline(false)
  const order = await openRefused(page)
  let lost = 0
  await context.route('**/api/order-drafts/hand-over', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  const handOver = order.getByRole('button', { name: 'Move to Intake' })
  await handOver.click()
  await expectToast(page, 'Error', 'Failed to move the draft to Intake')
  await expect(order).toContainText('Move the order to Intake again: it becomes one message there.')
  await expect(order.getByRole('button', { name: 'Check Again' })).toHaveCount(0)
  expect(await storedRecords(page, 'unsent-order')).toBe(1)
  await handOver.click()
  await expectToast(page, 'Success', 'Draft moved to Intake')
  await expect(page.getByText('No orders wait to be sent.')).toBeVisible()
  expect(await storedRecords(page, 'unsent-order')).toBe(0)
  expect(lost).toBe(1)
  const answer = await page.request.get(`/api/intake-messages?q=${user.username}`)
  expect(await answer.json()).toMatchObject([
    { channel: 'mobile', sender: user.username, state: 'needs attention', arrivals: 1 },
  ])
  expect(await ordersOf(page, business)).toEqual([])
})

test('an order that is moved to Intake in Order Entry leaves the device', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await changePrice(testData, business, '9.00')
  await context.setOffline(false)
  const order = await openRefused(page)
  await order.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(orderEntry(page).customer).toHaveValue(/Northwind/)
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await page.getByRole('menuitem', { name: 'Move to Intake' }).click()
  await expectToastDetail(page, 'Draft moved to Intake')
  await expect.poll(() => storedRecords(page, 'unsent-order')).toBe(0)
  expect(await messagesOf(page, business)).toEqual(['mobile received'])
})

test('an order can be changed before it is sent, and is still created once', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await page.goto('/unsent-orders')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = orderEntry(page)
  await expect(form.customer).toHaveValue(/Northwind/)
  await form.quantity(1).fill('3')
  await page.getByRole('button', { name: 'Save and Send Later' }).click()
  await expect(page.getByText('Order saved on this device', { exact: true })).toBeVisible()
  expect(await storedRecords(page, 'unsent-order')).toBe(1)
  await context.setOffline(false)
  await expect.poll(async () => (await ordersOf(page, business)).length).toBe(1)
  const [order] = await ordersOf(page, business)
  expect(order?.totalAmount).toBe('40.92')
})

test('a discarded order can be restored and is not sent before', async ({
  page,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await page.goto('/unsent-orders')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('No orders wait to be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
})

test('after the session ended, the order is sent with the next sign-in', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  const { password } = await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await context.clearCookies()
  await context.setOffline(false)
  const overlay = page.getByRole('dialog', { name: 'Sign in again' })
  await overlay.getByLabel('Password', { exact: true }).fill(password)
  await overlay.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(overlay).toBeHidden()
  await expectOneOrder(page, business, '32.28')
})

test('with a clock that is wrong by a day the order is sent, and its age is not guessed', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const next = await context.newPage()
  await page.close()
  await next.clock.install({ time: new Date(Date.now() - 24 * 60 * 60 * 1000) })
  await next.goto('/unsent-orders')
  // How long ago the key was used is unknown, so the device is locked until the server is back.
  await expect(next.getByRole('alert')).toContainText('The server did not respond')
  await expect(next.getByRole('alert')).toContainText(
    'Until then this device is locked. Orders that are not sent yet are not lost.',
  )
  await context.setOffline(false)
  await next.goto('/unsent-orders')
  await expectOneOrder(next, business, '32.28')
})

test('with a clock that is ahead by a day the device is locked, and the order is sent', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const next = await context.newPage()
  await page.close()
  await next.clock.install({ time: new Date(Date.now() + 24 * 60 * 60 * 1000) })
  await next.goto('/unsent-orders')
  await expect(next.getByRole('alert')).toContainText('Until then this device is locked.')
  // The page needs nobody: it reads the user again when the server can be reached.
  await context.setOffline(false)
  await expectOneOrder(next, business, '32.28')
})

test('a draft that another device created asks before the order is sent', async ({
  page,
  context,
  browser,
  program,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  const { user, password } = await signIn('sales')
  await openReady(page)
  const saved = page.waitForResponse(async (answer) => {
    const isDraft = answer.url().endsWith('/api/order-drafts')
    if (!isDraft || answer.request().method() !== 'POST') return false
    return (await answer.text()).includes('"quantity":"2"')
  })
  await fillForm(page, business)
  const drafts = async (by = page) =>
    (await (await by.request.get('/api/order-drafts')).json()) as { id: number }[]
  await saved
  const [draft, ...others] = await drafts()
  expect(others).toEqual([])
  await goOffline(page)
  await saveForLater(page)
  // The same person at the desk: the draft is still there, and becomes an order.
  const desk = await browser.newContext({ baseURL: program.url, serviceWorkers: 'block' })
  const headers = { origin: program.url }
  const data = { username: user.username, password }
  expect((await desk.request.post('/api/login', { data, headers })).ok()).toBe(true)
  const deskPage = await desk.newPage()
  await deskPage.goto(`/order-entry?draft=${draft?.id}`)
  const form = orderEntry(deskPage)
  await expect(form.customer).toHaveValue(/Northwind/)
  await form.validate.click()
  await form.create.click()
  await expect.poll(async () => (await ordersOf(deskPage, business)).length).toBe(1)
  await expect.poll(async () => (await drafts(deskPage)).length).toBe(0)
  await desk.close()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Open Unsent Orders' }).click()
  const order = page.getByRole('list', { name: 'Unsent orders' }).getByRole('listitem').first()
  await expect(order).toContainText('Needs your decision')
  await expect(order).toContainText('Its draft was created or deleted on another device.')
  expect(await ordersOf(page, business)).toHaveLength(1)
})

test('after Create Order lost its answer, the stored order is not sent unasked', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await fillForm(page, business)
  const form = orderEntry(page)
  await form.validate.click()
  await context.route('**/api/orders/create', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    return route.abort()
  })
  await form.create.click()
  await page.getByRole('button', { name: 'Save and Send Later' }).click()
  await expect(
    page.getByText('This order may already exist. Open Unsent Orders to decide', {
      exact: true,
    }),
  ).toBeVisible()
  await context.unrouteAll()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Open Unsent Orders' }).click()
  const order = page.getByRole('list', { name: 'Unsent orders' }).getByRole('listitem').first()
  await expect(order).toContainText('May have been created')
  await expect(order.getByRole('button', { name: 'Send as New Order' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Now' })).toHaveCount(0)
  expect(await ordersOf(page, business)).toHaveLength(1)
})

test('another user who signs in meanwhile does not send the order', async ({
  page,
  context,
  program,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  const owner = await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  const other = await testData.account('sales')
  const login = async ({ user, password }: typeof other) => {
    const data = { username: user.username, password }
    const answer = await context.request.post('/api/login', {
      data,
      headers: { origin: program.url },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await login(other)
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/unsent-orders')
  await expect(next.getByText('No orders wait to be sent.')).toBeVisible()
  expect(await ordersOf(next, business)).toEqual([])
  expect(await storedRecords(next, 'unsent-order')).toBe(1)
  await login(owner)
  await next.goto('/unsent-orders')
  await expectOneOrder(next, business, '32.28')
})

test('Sign out of the command palette shows unsent orders instead', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await changePrice(testData, business, '9.00')
  await context.setOffline(false)
  await expect(page.getByText('1 needs your decision')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('Sign out')
  await palette.getByRole('option', { name: 'Sign out' }).click()
  await expect(page.getByText('You are still signed in', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/unsent-orders$/)
  expect(await storedRecords(page, 'unsent-order')).toBe(1)
})

test('signing out asks about unsent orders, and deletes all that the device stores', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await changePrice(testData, business, '9.00')
  await context.setOffline(false)
  await expect(page.getByText('1 needs your decision')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  const prompt = page.getByRole('dialog', { name: '1 order is not sent' })
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  expect(await storedRecords(page, 'unsent-order')).toBe(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await prompt.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await storedRecords(page, '')).toBe(0)
})

test('also after a forced reload, which no service worker serves, signing out asks', async ({
  page,
  context,
  signIn,
  testData,
}) => {
  const business = await createBusiness(testData)
  await signIn('sales')
  await openReady(page)
  await enterOffline(page, business)
  await changePrice(testData, business, '9.00')
  await context.setOffline(false)
  await expect(page.getByText('1 needs your decision')).toBeVisible()
  const protocol = await context.newCDPSession(page)
  const reloaded = page.waitForEvent('load')
  await protocol.send('Page.reload', { ignoreCache: true })
  await reloaded
  expect(await page.evaluate(() => navigator.serviceWorker.controller === null)).toBe(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  const prompt = page.getByRole('dialog', { name: '1 order is not sent' })
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  expect(await storedRecords(page, 'unsent-order')).toBe(1)
})

test('a device that nobody touches for 30 minutes is locked, although the program reads', async ({
  page,
  context,
  signIn,
}) => {
  await page.clock.install()
  await signIn('sales')
  await openReady(page)
  await page.clock.fastForward('31:00')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Until then this device is locked.')
})

/** A browser with a profile of its own, whose process a test can kill. */
async function startBrowser(folder: string) {
  // The browser of npm needs its own libraries and fonts, which `env` names.
  const { launchOptions = {} } = test.info().project.use
  const path = launchOptions.executablePath ?? chromium.executablePath()
  const { args = [] } = launchOptions
  const own = ['--headless=new', '--no-sandbox', '--lang=en-US', '--remote-debugging-port=0']
  const child = spawn(path, [...args, ...own, `--user-data-dir=${folder}`, 'about:blank'], {
    // A group of its own, so that its child processes are killed with it.
    detached: true,
    env: { ...process.env, ...launchOptions.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr.on('data', (part: Buffer) => {
      text += part.toString()
      const [, found] = /DevTools listening on (ws:\S+)/.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The browser ended: ${text}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context || child.pid === undefined) throw new Error('The browser has no window')
  const group = -child.pid
  const kill = async () => {
    const hasEnded = new Promise((resolve) => child.once('exit', resolve))
    process.kill(group, 'SIGKILL')
    await hasEnded
  }
  return { context, page: context.pages()[0] ?? (await context.newPage()), kill }
}

test('after the browser was killed between the request and its answer, one order exists', async ({
  program,
  testData,
}) => {
  const business = await createBusiness(testData)
  const { user, password } = await testData.account('sales')
  const folder = await mkdtemp(join(tmpdir(), 'prizm-browser-'))
  const login = async (context: BrowserContext) => {
    const data = { username: user.username, password }
    const answer = await context.request.post(`${program.url}/api/login`, {
      data,
      headers: { origin: program.url },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const before = await startBrowser(folder)
  await login(before.context)
  await openReady(before.page, program.url)
  await enterOffline(before.page, business)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await before.context.route('**/api/orders/create', async (route) => {
    await route.fetch()
    // The order exists, and its answer never reaches the device.
    arrive()
  })
  await before.context.setOffline(false)
  await arrived
  await before.kill()
  const after = await startBrowser(folder)
  await login(after.context)
  expect(await ordersOf(after.page, business, program.url)).toHaveLength(1)
  await after.page.goto(`${program.url}/unsent-orders`)
  await expectOneOrder(after.page, business, '32.28', program.url)
  await after.kill()
  await rm(folder, { recursive: true, force: true })
})
