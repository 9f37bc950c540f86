import type { Staff } from '../staff/staff.ts'
import type { SetUp } from './stage.ts'
import { plannedPrice, sku } from './stages-files.ts'

/** Prerequisites of the calls about SKU prices. */
export const prices: Record<string, SetUp> = {
  'POST /api/skus/prices': async (desk) => {
    const { reason, prices: wanted } = await plan(desk)
    return { body: { reason, prices: wanted } }
  },
  'POST /api/planned-prices': async (desk) => ({ body: await plan(desk) }),
  'POST /api/planned-prices/import/:id/undo': async (desk) => ({
    id: await desk.importRow('planned-prices', await plannedPrice(desk)),
  }),
  'DELETE /api/planned-prices/:id': async (desk) => {
    const { done } = await desk.post<{ done: { plannedPriceId: number }[] }>(
      'planned-prices',
      await plan(desk),
    )
    return { id: done[0]?.plannedPriceId ?? 0 }
  },
}

const noTiers = { tier1Price: null, tier2Price: null, tier3Price: null }

async function plan(desk: Staff) {
  const { id, version } = await desk.post<{ id: number; version: number }>('skus', sku(desk))
  const wanted = [{ id, version, price: '3.00', ...noTiers }]
  return { effectiveDate: '2090-01-01', reason: desk.reason, prices: wanted }
}
