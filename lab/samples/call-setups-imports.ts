import type { Fields } from '../staff/staff-part-inputs.ts'
import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

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
export const plannedPrice = async (staff: Staff) => {
  const { sku: code } = await staff.post<{ sku: string }>('skus', sku(staff))
  return { sku: code, effectiveDate: '2090-01-01', price: '3.00' }
}

const upsert = (record: Fields) => ({ body: { records: [record] } })

/** Upserts of one record each, which is new. */
const upserts: Record<string, SetupFunction> = {
  'POST /api/customers/upsert': (staff) => upsert(customer(staff)),
  'POST /api/skus/upsert': (staff) => upsert(sku(staff)),
  'POST /api/planned-prices/upsert': async (staff) => upsert(await plannedPrice(staff)),
  'POST /api/contract-pricing/upsert': async (staff) => upsert(await agreedPrice(staff)),
}

/** A row of a price list, for a new SKU. */
const agreedPrice = async (staff: Staff) => {
  const { sku: code } = await staff.post<{ sku: string }>('skus', sku(staff))
  const { customerCode } = await staff.read<{ customerCode: string }>(
    `customers/${staff.customerId}`,
  )
  return { customerCode, sku: code, contractPrice: '1.00' }
}

/** Import files with one row each, about existing or new records, and upserts of one record. */
export const files: Record<string, SetupFunction> = {
  ...upserts,
  'POST /api/customers/import': (staff) => ({ csv: customer(staff) }),
  'POST /api/vendors/import': (staff) => ({ csv: vendor(staff) }),
  'POST /api/skus/import': (staff) => ({ csv: sku(staff) }),
  'POST /api/skus/counts/import': async (staff) => {
    const { id } = await staff.post<{ id: number }>('skus', sku(staff))
    const { sku: code } = await staff.read<{ sku: string }>(`skus/${id}`)
    return { csv: { sku: code, counted: '3', reason: staff.reason } }
  },
  'POST /api/planned-prices/import': async (staff) => ({ csv: await plannedPrice(staff) }),
  'POST /api/contract-pricing/import': async (staff) => ({ csv: await agreedPrice(staff) }),
  'POST /api/purchase-orders/import': async (staff) => {
    const { vendorCode } = await staff.read<{ vendorCode: string }>(`vendors/${staff.vendorId}`)
    const { sku: code } = await staff.post<{ sku: string }>('skus', sku(staff))
    const line = { sku: code, quantity: '2', unitPrice: '1.00' }
    return { csv: { orderNumber: staff.next('CPO'), vendorCode, ...line } }
  },
  'POST /api/orders/import': async ({ read, customerId, skuId, next }) => {
    const { customerCode } = await read<{ customerCode: string }>(`customers/${customerId}`)
    const { sku } = await read<{ sku: string }>(`skus/${skuId}`)
    return { csv: { customerCode, sku, quantity: '1', customerPO: next('CSV') } }
  },
  'POST /api/sales-orders/shipments/import': async (staff) => {
    const { id } = await staff.processing()
    const { orderNumber } = await staff.read<{ orderNumber: string }>(`sales-orders/${id}`)
    return { csv: { orderNumber, carrier: 'Specimen' } }
  },
}
