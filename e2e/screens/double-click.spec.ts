import type { Customer } from '#features/customers/contract.ts'
import { expect, expectToast, expectToastDetail, test } from '../app.ts'

test.setTimeout(180_000)

test.beforeEach(async ({ signIn }) => {
  await signIn('admin')
})

test('a double click on the bin deletes one record, although the next slides under it', async ({
  page,
  given,
}) => {
  const word = given.code('Twice')
  const make = (name: string) => given.customer({ customerCode: given.code('TW'), name })
  const first = await make(`${word} A`)
  const second = await make(`${word} B`)
  const bin = ({ customerCode }: Customer) =>
    page.getByRole('button', { name: `Delete ${customerCode}`, exact: true })
  await page.goto(`/customers?q=${word}&sort=name`)
  await expect(bin(second)).toBeVisible()
  await bin(first).click()
  await expect(bin(first)).toHaveCount(0)
  // The second click of the same double click, with the pointer where it was.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expectToast(page, 'Success', 'Customer deleted successfully')
  await expectToastDetail(page, first.customerCode)
  expect((await page.request.get(`/api/customers/${second.id}`)).status()).toBe(200)

  await bin(second).click()
  await expectToastDetail(page, second.customerCode)
  await page.keyboard.press('Control+z')
  await expect(bin(second)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(bin(first)).toBeVisible()
})
