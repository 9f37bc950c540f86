import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchaseDesk } from './testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof purchaseDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await purchaseDesk(prizm)
})
afterEach(() => prizm.close())

const notificationsOf = async (as: string) =>
  (await prizm.call('GET', '/api/notifications', { as })).json<{ title: string }[]>()

test('another user’s approval notifies the creator of the order, and no one else', async () => {
  const { id, orderNumber } = await desk.made({ items: desk.lines(), status: 'submitted' })
  expect(await notificationsOf(desk.buyer)).toEqual([])
  await desk.act(id, 'approve', desk.manager)
  expect(await notificationsOf(desk.buyer)).toMatchObject([
    {
      title: `${orderNumber} approved`,
      kind: 'purchaseOrders',
      link: `/purchase-orders?open=${orderNumber}`,
      readAt: null,
    },
  ])
  expect(await notificationsOf(desk.manager)).toEqual([])
})

test('a refused step notifies no one', async () => {
  const { id } = await desk.made({ items: desk.lines() })
  expect((await desk.act(id, 'approve', desk.manager)).statusCode).toBe(409)
  expect(await notificationsOf(desk.buyer)).toEqual([])
})
