import { readCustomer } from '#features/customers/server/service.ts'
import { type DocumentSources, readCompany } from '#features/documents/server/service.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { orderConfirmation, packingSlip, pickList } from '../printed-documents.ts'
import { shipmentNotice } from '../shipment-notice.ts'
import { readOrderOfDocument } from './read-order.ts'
import { listShipments, readShipment } from './shipments/list-shipments.ts'

/** The documents of a sales order. */
export const salesOrderDocuments: Pick<
  DocumentSources,
  'order-confirmation' | 'packing-slip' | 'pick-list' | 'shipment-notice'
> = {
  'order-confirmation': async (ctx, id) => {
    const order = await readOrderOfDocument(ctx, id)
    const { orderNumber, customerId, status } = order
    return {
      paper: orderConfirmation(order, await readCompany(ctx)),
      subject: `Order ${orderNumber}`,
      letter: {
        sentence:
          `thank you for your order ${orderNumber} for ${formatDecimal(order.totalAmount)}. ` +
          'The confirmation is attached.',
        whyNot: status === 'cancelled' ? 'A cancelled order has no confirmation' : undefined,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
  'packing-slip': async (ctx, id) => {
    const order = await readOrderOfDocument(ctx, id)
    const shipments = await listShipments(ctx, id)
    const document = packingSlip(order, shipments, await readCompany(ctx))
    return { paper: document, subject: `Packing slip ${order.orderNumber}` }
  },
  'shipment-notice': async (ctx, id) => {
    const shipment = await readShipment(ctx, id)
    const order = await readOrderOfDocument(ctx, shipment.salesOrderId)
    const { orderNumber, customerId } = order
    const { shipmentNumber, carrier, trackingNumber } = shipment
    const tracking = trackingNumber ? `, tracking number ${trackingNumber}` : ''
    const way = carrier ? ` with ${carrier}${tracking}` : ''
    return {
      paper: shipmentNotice(shipment, order, await readCompany(ctx)),
      subject: `Shipment ${shipmentNumber}`,
      letter: {
        sentence:
          `shipment ${shipmentNumber} of your order ${orderNumber} has left our warehouse${way}. ` +
          'The shipment notice is attached.',
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
  'pick-list': async (ctx, id) => {
    const order = await readOrderOfDocument(ctx, id)
    return {
      paper: pickList(order, await readCompany(ctx)),
      subject: `Pick list ${order.orderNumber}`,
    }
  },
}
