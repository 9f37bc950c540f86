import { expect, test } from '../fixtures.ts'
import { fillOrder } from '../journeys/fill-order-entry.ts'

test('what one user typed is not sent as the user who signed in in another tab', async ({
  page,
  context,
  program,
  signIn,
  testData,
}) => {
  const owner = await signIn('sales')
  const { form, customer } = await fillOrder(page, testData)
  await form.validate.click()
  await expect(form.create).toBeEnabled()
  const other = await testData.account('sales')
  const login = async ({ user, password }: typeof other) => {
    const data = { username: user.username, password }
    const headers = { origin: program.url }
    const answer = await context.request.post('/api/login', { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const orders = async () => {
    const found = await context.request.get(`/api/sales-orders?customerId=${customer.id}`)
    return (await found.json()) as { createdBy: number }[]
  }
  await login(other)
  await form.create.click()
  await expect(page.getByText('Order Creation Failed', { exact: true })).toBeVisible()
  await expect(page.getByText(/Another user has signed in since/).first()).toBeVisible()
  expect(await orders()).toEqual([])
  const saving = page.waitForResponse((answer) => {
    return answer.url().endsWith('/api/order-drafts') && answer.request().method() === 'POST'
  })
  await form.po.fill('OWN-1')
  expect((await saving).status()).toBe(409)
  expect(await (await context.request.get('/api/order-drafts')).json()).toEqual([])
  await login(owner)
  await form.validate.click()
  await expect(form.create).toBeEnabled()
  await form.create.click()
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  expect(await orders()).toMatchObject([{ createdBy: owner.user.id }])
})
