import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'
import { plannedPrice, sku } from './call-setups-imports.ts'

/** Prerequisites of the calls about SKU prices. */
export const prices: Record<string, SetupFunction> = {
  'POST /api/skus/prices': async (staff) => {
    const { reason, prices: plannedPrices } = await plan(staff)
    return { body: { reason, prices: plannedPrices } }
  },
  'POST /api/planned-prices': async (staff) => ({ body: await plan(staff) }),
  'POST /api/planned-prices/import/:id/undo': async (staff) => ({
    id: await staff.importRow('planned-prices', await plannedPrice(staff)),
  }),
  'DELETE /api/planned-prices/:id': async (staff) => {
    const { done } = await staff.post<{ done: { plannedPriceId: number }[] }>(
      'planned-prices',
      await plan(staff),
    )
    return { id: done[0]?.plannedPriceId ?? 0 }
  },
}

const noTiers = { tier1Price: null, tier2Price: null, tier3Price: null }

async function plan(staff: Staff) {
  const { id, version } = await staff.post<{ id: number; version: number }>('skus', sku(staff))
  const plannedPrices = [{ id, version, price: '3.00', ...noTiers }]
  return { effectiveDate: '2090-01-01', reason: staff.reason, prices: plannedPrices }
}
