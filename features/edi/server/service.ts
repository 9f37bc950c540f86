import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { record } from '#features/audit/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { Download } from '#platform/server/http/route.ts'
import type { EdiDocument, EdiDocumentSumsQuery, EdiFile, EdiInterchange } from '../contract.ts'
import { downloadFileName } from '../rules.ts'
import * as store from './store.ts'
import { readAnswerFiles } from './inbound/import-interchange.ts'

// Also exported to other rooms:
export { rankedProductIds, productIdsOf, unitsOf } from './inbound/purchase-order-850.ts'
export {
  FileTooLarge,
  folderMailbox,
  readAtMost,
  decodeText,
  type Mailbox,
} from './mailbox/mailbox.ts'
export { pollMailbox, type FailedFile } from './mailbox/mailbox-sync.ts'
export {
  acknowledgedIn,
  markSetsProcessed,
  markProcessedUpTo,
  readLimit,
  readWarehouseSets,
  readWaitingSetTypes,
  warehousePartner,
  type WarehouseSet,
} from './inbound/warehouse-sets.ts'
export { readAcknowledgment997 } from './acknowledgment-997.ts'
export { writeOutbound, type Partner } from './outbound/export-interchange.ts'
export { runOrder850 } from './inbound/run-order-850.ts'
export { reopen850, markClosed850Done } from './inbound/mark-closed-850-done.ts'
export { lockIfNotExported } from './outbound/export-once.ts'

/** Lists the interchanges, one page at a time. */
export function listEdiInterchanges(ctx: Context, query: ListQuery) {
  return readList<EdiInterchange>(ctx.db, store.interchangeList, query)
}

/** Lists the inbound and outbound sets, one page at a time. */
export function listEdiDocuments(ctx: Context, query: ListQuery) {
  return readList<EdiDocument>(ctx.db, store.documentList, query)
}

/** Returns the number of matching sets, also by group. */
export function sumEdiDocuments(ctx: Context, query: EdiDocumentSumsQuery) {
  return readSums(ctx.db, store.documentList, store.summedDocuments, query)
}

type InterchangeDetails = EdiInterchange & {
  raw: string
  documents: EdiDocument[]
  answers: EdiFile[]
}

/** Reads an interchange with its text, its sets and its answers. Throws 404 if there is none. */
export async function readEdiInterchange(ctx: Context, id: number): Promise<InterchangeDetails> {
  const found = await readOne<EdiInterchange>(ctx.db, store.interchangeList, { id })
  if (!found) throw missing('That interchange')
  const [text] = await rows<{ raw: string }>(ctx.db, store.readRaw, [id])
  const documents = await rows<EdiDocument>(ctx.db, store.readDocumentsOf, [id])
  return { ...found, raw: text?.raw ?? '', documents, answers: await readAnswerFiles(ctx, id) }
}

/** Downloads an interchange as a file. Throws 404 if there is none. */
export async function downloadEdiInterchange(ctx: Context, id: number): Promise<Download> {
  const [found] = await rows<{ raw: string; fileName: string }>(ctx.db, store.readRaw, [id])
  if (!found) throw missing('That interchange')
  async function* pieces(): AsyncGenerator<string> {
    yield found?.raw ?? ''
  }
  const mediaType = 'application/edi-x12'
  return { fileName: downloadFileName(found.fileName), mediaType, pieces: pieces() }
}

/** Marks a document as settled by the user. Throws 409 if it does not need review. */
export function settleEdiDocument(
  ctx: Context,
  id: number,
  { note }: { note?: string | undefined },
): Promise<EdiDocument> {
  return inTransaction(ctx, async (inner) => {
    const before = await readOne<EdiDocument>(inner.db, store.documentList, { id })
    if (!before) throw missing('That document')
    const values = [id, inner.user?.id ?? null, note || null]
    const [updated] = await rows(inner.db, store.settleDocument, values)
    if (!updated) {
      const sentence = 'This no longer needs attention'
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    const reason = note || null
    await record(inner, [{ entity: 'edi_document', entityId: id, action: 'settle', reason }])
    const after = await readOne<EdiDocument>(inner.db, store.documentList, { id })
    if (!after) throw missing('That document')
    return after
  })
}
