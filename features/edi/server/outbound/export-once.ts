import { type Context, rows } from '#platform/server/database/db.ts'
import { lockControl } from './export-interchange.ts'

/** A partner as a JSON column, for statements that alias it as `p`. */
export const partnerColumns = `jsonb_build_object(
  'id', p.id, 'name', p.name, 'kind', p.kind, 'customerId', p.customer_id, 'customerCode', null,
  'qualifier', p.qualifier, 'identifier', p.identifier, 'ownQualifier', p.own_qualifier,
  'ownIdentifier', p.own_identifier, 'usage', p.usage, 'unknownSku', p.unknown_sku,
  'folder', p.folder, 'keeperId', p.keeper_id) as partner`

const findExported = {
  name: 'find_exported_edi_document',
  text: 'select id from edi_documents where tells = $1',
}

/**
 * True if a record has not been reported to the partner yet. Locks the partner's control number
 * first, so that only one of several nodes reports it.
 */
export async function lockIfNotExported(
  ctx: Context,
  partnerId: number,
  reportedRecord: string,
): Promise<boolean> {
  await lockControl(ctx, partnerId, 'out')
  return (await rows(ctx.db, findExported, [reportedRecord])).length === 0
}
