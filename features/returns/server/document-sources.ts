import { readCustomer } from '#features/customers/server/service.ts'
import { type DocumentSources, readCompany } from '#features/documents/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { readVendor } from '#features/vendors/server/service.ts'
import { returnDocument } from '../printed-documents.ts'
import { readReturn } from './read-return.ts'

/** Provides the return form as a document. */
export const returnDocuments: Pick<DocumentSources, 'return-form'> = {
  'return-form': async (ctx, id) => {
    const goodsReturn = await readReturn(ctx, id)
    const settings = await readSettings(ctx)
    const { returnNumber, type, status, customerId, vendorId } = goodsReturn
    const isOver = status === 'rejected' || status === 'cancelled'
    return {
      paper: returnDocument(goodsReturn, settings, await readCompany(ctx)),
      subject: `Return form ${goodsReturn.returnNumber}`,
      letter: {
        sentence:
          type === 'rma'
            ? `the form for your return ${returnNumber} is attached. Please enclose it.`
            : `we are returning goods to you under return ${returnNumber}. The form is attached.`,
        whyNot: isOver ? `This return is ${status}` : undefined,
        addressee: () =>
          type === 'rma' ? readCustomer(ctx, customerId ?? 0) : readVendor(ctx, vendorId ?? 0),
      },
    }
  },
}
