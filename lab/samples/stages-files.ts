import type { Fields } from '../staff/staff-base.ts'
import type { Staff } from '../staff/staff.ts'
import type { SetUp } from './stage.ts'

const contact = { name: 'Specimen', email: 'specimen@example.com' }

export const customer = ({ next }: Staff) => ({ customerCode: next('DC'), ...contact })
export const vendor = ({ next }: Staff) => ({ vendorCode: next('DV'), ...contact })
export const sku = ({ next }: Staff) => ({
  sku: next('DS'),
  name: 'Specimen',
  cost: '1.00',
  price: '2.00',
})

/** A row of a file of planned prices, for a new SKU. */
export const plannedPrice = async (desk: Staff) => {
  const { sku: code } = await desk.post<{ sku: string }>('skus', sku(desk))
  return { sku: code, effectiveDate: '2090-01-01', price: '3.00' }
}

const upsert = (record: Fields) => ({ body: { records: [record] } })

/** Upserts of one record each, which is new. */
const upserts: Record<string, SetUp> = {
  'POST /api/customers/upsert': (desk) => upsert(customer(desk)),
  'POST /api/skus/upsert': (desk) => upsert(sku(desk)),
  'POST /api/planned-prices/upsert': async (desk) => upsert(await plannedPrice(desk)),
  'POST /api/contract-pricing/upsert': async (desk) => upsert(await agreedPrice(desk)),
}

/** A row of a price list, for a new SKU. */
const agreedPrice = async (desk: Staff) => {
  const { sku: code } = await desk.post<{ sku: string }>('skus', sku(desk))
  const { customerCode } = await desk.read<{ customerCode: string }>(`customers/${desk.customerId}`)
  return { customerCode, sku: code, contractPrice: '1.00' }
}

/** Import files with one row each, about existing or new records, and upserts of one record. */
export const files: Record<string, SetUp> = {
  ...upserts,
  'POST /api/customers/import': (desk) => ({ csv: customer(desk) }),
  'POST /api/vendors/import': (desk) => ({ csv: vendor(desk) }),
  'POST /api/skus/import': (desk) => ({ csv: sku(desk) }),
  'POST /api/skus/counts/import': async (desk) => {
    const { id } = await desk.post<{ id: number }>('skus', sku(desk))
    const { sku: code } = await desk.read<{ sku: string }>(`skus/${id}`)
    return { csv: { sku: code, counted: '3', reason: desk.reason } }
  },
  'POST /api/planned-prices/import': async (desk) => ({ csv: await plannedPrice(desk) }),
  'POST /api/contract-pricing/import': async (desk) => ({ csv: await agreedPrice(desk) }),
  'POST /api/purchase-orders/import': async (desk) => {
    const { vendorCode } = await desk.read<{ vendorCode: string }>(`vendors/${desk.vendorId}`)
    const { sku: code } = await desk.post<{ sku: string }>('skus', sku(desk))
    const line = { sku: code, quantity: '2', unitPrice: '1.00' }
    return { csv: { orderNumber: desk.next('CPO'), vendorCode, ...line } }
  },
  'POST /api/orders/import': async ({ read, customerId, skuId, next }) => {
    const { customerCode } = await read<{ customerCode: string }>(`customers/${customerId}`)
    const { sku } = await read<{ sku: string }>(`skus/${skuId}`)
    return { csv: { customerCode, sku, quantity: '1', customerPO: next('CSV') } }
  },
  'POST /api/sales-orders/shipments/import': async (desk) => {
    const { id } = await desk.processing()
    const { orderNumber } = await desk.read<{ orderNumber: string }>(`sales-orders/${id}`)
    return { csv: { orderNumber, carrier: 'Specimen' } }
  },
}
