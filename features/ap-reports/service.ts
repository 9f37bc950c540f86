import { currentSettings } from '#features/settings/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/db.ts'
import { readList } from '#platform/server/list.ts'
import type {
  ApOrder,
  ApOrderQuery,
  ApSummary,
  VendorPerformance,
  VendorPerformanceQuery,
} from './contract.ts'
import { type Aging, bucketIds, buckets, figuresOf } from './rules.ts'
import * as store from './store.ts'

type OpenRow = {
  vendorId: number
  vendorCode: string
  vendorName: string
  status: string
  totalAmount: string
  expectedDate: Day | null
}

/** The cards of the payable reports as of a day, and what is outstanding by age and vendor. */
export async function apSummary(ctx: Context, { asOf }: { asOf?: Day | undefined }) {
  const at = await momentOf(ctx, asOf)
  const statement = at.isPast ? store.openThen : store.openNow
  const open = await rows<OpenRow>(ctx.db, statement, [at.day, at.zone])
  const orders = open.map(({ totalAmount, ...order }) => ({ ...order, total: cents(totalAmount) }))
  const figures = figuresOf(orders, at.day)
  const { overdueCount, pendingApproval, byVendor } = figures
  const outstanding = decimal(figures.outstanding)
  return {
    asOf: at.day,
    totalOutstanding: outstanding,
    overdueCount,
    overdueAmount: decimal(figures.overdueAmount),
    pendingApprovalCount: pendingApproval,
    averageDaysToPay: null,
    monthlyPaymentVolume: null,
    orderBasis: { outstanding, overdueCount, pendingApproval },
    aging: inWords(figures.aging),
    agingByVendor: byVendor.map(({ vendorId, vendorCode, vendorName, ...aging }) => {
      return { id: vendorId, vendorCode, vendorName, ...inWords(aging) }
    }),
  } satisfies ApSummary
}

/** Purchase orders as they stood on a day; a bucket holds those outstanding for that long. */
export async function apOrders(ctx: Context, { asOf, bucket, ...query }: ApOrderQuery) {
  const list = store.ordersOn(await momentOf(ctx, asOf))
  const found = buckets.find(({ id }) => id === bucket)
  const within = found && { open: 'true', fromDays: found.from, toDays: found.to }
  return readList<ApOrder>(ctx.db, list, { ...query, ...within })
}

/** How vendors delivered in the year up to a day. */
export async function vendorPerformance(ctx: Context, { asOf, ...query }: VendorPerformanceQuery) {
  const at = await momentOf(ctx, asOf)
  return readList<VendorPerformance>(ctx.db, store.performanceOn(at), query)
}

async function momentOf(ctx: Context, asOf: Day | undefined): Promise<store.AsOf> {
  const { businessTimeZone: zone } = await currentSettings(ctx)
  const date = today(ctx.now, zone)
  const day = asOf ?? date
  return { day, zone, isPast: day < date }
}

/** Amounts as they travel. */
function inWords(aging: Aging): ApSummary['aging'] {
  const amounts = [...bucketIds, 'total' as const].map((id) => [id, decimal(aging[id])])
  // The same names as before.
  return Object.fromEntries(amounts) as ApSummary['aging']
}
