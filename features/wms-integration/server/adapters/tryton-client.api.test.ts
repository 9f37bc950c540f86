import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  endTrytonSessions,
  hasTryton,
  prepareTryton,
  startTrytonWarehouse,
} from '../warehouses-testing.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

// Prizm's sign-in to Tryton (docs/wms-tryton.md).

let template = ''
beforeAll(async () => {
  if (hasTryton) template = await prepareTryton()
})

describe('an account at Tryton', { timeout: 120_000 }, () => {
  let floor: Awaited<ReturnType<typeof startTrytonWarehouse>>
  let fixture: WarehouseFixture
  beforeEach(async (context) => {
    context.skip(!hasTryton, 'No Tryton is installed here')
    floor = await startTrytonWarehouse(template)
  }, 120_000)
  afterEach(async () => {
    await fixture?.close()
    await floor?.close()
  })

  test('sends its password once, and again after Tryton has dropped the session', async () => {
    fixture = await warehouseFixture(floor.config)
    expect(await fixture.run('customers')).toMatchObject({ state: 'done' })
    expect(await fixture.run('customers')).toMatchObject({ state: 'done' })
    expect(endTrytonSessions(floor.folder)).toBe(1)
    expect(await fixture.run('customers')).toMatchObject({ state: 'done' })
    expect(endTrytonSessions(floor.folder)).toBe(1)
    const leakedMessages = await fixture.query(
      `select 1 from wms_messages where body like '%prizm-secret%'`,
    )
    expect(leakedMessages).toEqual([])
  })

  test('with a wrong password is reported, and nothing is sent', async () => {
    fixture = await warehouseFixture({ ...floor.config, WMS_TOKEN: 'prizm:wrong' })
    expect(await fixture.run('customers')).toMatchObject({
      state: 'failed',
      error: 'Tryton rejects our user and password',
    })
  })
})
