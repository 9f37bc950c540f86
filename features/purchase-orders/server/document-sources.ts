import { printedDay } from '#features/documents/printed-document.ts'
import { type DocumentSources, readCompany } from '#features/documents/server/service.ts'
import { readVendor } from '#features/vendors/server/service.ts'
import { purchaseOrderDocument } from '../printed-documents.ts'
import { readPurchaseOrder } from './read-order.ts'

/** The printable document of a purchase order. */
export const purchaseOrderDocuments: Pick<DocumentSources, 'purchase-order'> = {
  'purchase-order': async (ctx, id) => {
    const order = await readPurchaseOrder(ctx, id)
    const { orderNumber, vendorId, status, expectedDate } = order
    const isAgreed = status === 'approved' || status === 'received'
    const company = await readCompany(ctx)
    const until = expectedDate ? ` by ${printedDay(expectedDate, company)}` : ''
    return {
      paper: purchaseOrderDocument(order, company),
      subject: `Purchase order ${orderNumber}`,
      letter: {
        sentence: `please deliver our purchase order ${orderNumber}${until}. It is attached.`,
        whyNot: isAgreed
          ? undefined
          : `This order is ${status}. Only an approved order can be sent`,
        addressee: () => readVendor(ctx, vendorId),
      },
    }
  },
}
