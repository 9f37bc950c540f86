import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import { fileWarehouseFixture } from '../testing/testing-file-warehouse-fixture.ts'

// The sample files of the help are valid warehouse files.

let fixture: WarehouseFixture
let warehouse: FileWarehouse
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse } = set)
})

const sample = (name: string) => readFileSync(join(projectRoot, 'app/public/samples', name), 'utf8')
const orderedQuantities = { 'FAS-1001': 5, 'HND-1001': 10, 'ELE-1001': 8 }
/** The units of measure of the demo data: fasteners in boxes. */
const unitOfMeasure = (sku: string) => (sku === 'FAS-1001' ? 'BOX' : 'EA')

test('wms-inventory.edi is a count of three SKUs', async () => {
  for (const sku of Object.keys(orderedQuantities)) {
    await fixture.builders.item({ sku, currentStock: 0, unitOfMeasure: unitOfMeasure(sku) })
  }
  warehouse.writeFile('wms-inventory.edi', sample('wms-inventory.edi'))
  expect((await fixture.run('inventory')).steps[0]).toMatchObject({ processed: 3, failed: 0 })
  expect(await fixture.query('select sku, current_stock as units from skus order by id')).toEqual([
    { sku: 'FAS-1001', units: 140 },
    { sku: 'HND-1001', units: 62 },
    { sku: 'ELE-1001', units: 88 },
  ])
  expect([warehouse.filesIn('done'), warehouse.filesIn('failed')]).toEqual([
    ['wms-inventory.edi'],
    [],
  ])
  expect(await fixture.problems()).toEqual([])
})

test('wms-shipments.edi is the shipment of an order whose number is inserted', async () => {
  const items: { skuId: number; quantity: number }[] = []
  for (const [sku, quantity] of Object.entries(orderedQuantities)) {
    const skuId = await fixture.builders.item({ sku, unitOfMeasure: unitOfMeasure(sku) })
    items.push({ skuId, quantity })
  }
  const body = { customerId: await fixture.builders.buyer(), items }
  const placed = await fixture.post('/api/orders/create', body)
  const { order } = placed.json<{ order: SalesOrderDetails }>()
  await fixture.post(`/api/sales-orders/${order.id}/process`)
  await fixture.run('orders')
  const text = sample('wms-shipments.edi')
  expect(text).toContain('W06*F*SO-YOUR-ORDER*')
  warehouse.writeFile('wms-shipments.edi', text.replace('SO-YOUR-ORDER', order.orderNumber))
  await fixture.run('shipments')
  const shipments = await fixture.get<object[]>(`/api/sales-orders/${order.id}/shipments`)
  expect(shipments).toMatchObject([
    {
      shipDate: '2026-03-02',
      carrier: 'UPS Ground',
      trackingNumber: '1Z999AA10123456784',
      estimatedDelivery: '2026-03-05',
      items: [
        { sku: 'FAS-1001', quantity: 5 },
        { sku: 'HND-1001', quantity: 10 },
        { sku: 'ELE-1001', quantity: 8 },
      ],
    },
  ])
  expect(await fixture.query('select status from sales_orders')).toEqual([{ status: 'shipped' }])
  expect(await fixture.problems()).toEqual([])
  expect(await fixture.broken()).toEqual([])
})
