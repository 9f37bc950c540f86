import type { AuditedEntity } from '#features/audit/audited-entities.ts'
import { requireRecord } from '#features/audit/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { CancellableKind, WmsDocument } from '../../rules.ts'

// JSON has no timestamps: these are written like every moment of an answer (`momentText`).
const readOfRecord = {
  name: 'read_wms_document',
  text: `select d.state, d.version, d.updated_at as "updatedAt",
                coalesce((select json_agg(json_build_object(
                    'version', e.version, 'action', e.action, 'state', e.state,
                    'createdAt', to_char(e.created_at at time zone 'utc',
                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                    'sentAt', to_char(e.sent_at at time zone 'utc',
                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                    'error', e.last_error, 'answer', e.answer)
                    order by e.version desc)
                  from wms_exports e where e.kind = d.kind and e.record_id = d.record_id), '[]')
                  as exports
         from wms_documents d where d.kind = $1 and d.record_id = $2`,
}

const entityOf = {
  order: 'sales_order',
  expected_receipt: 'purchase_order',
  expected_return: 'return',
} as const satisfies Record<CancellableKind, AuditedEntity>

/** Reads the warehouse's state of a record; null if it was never exported. */
export async function readWmsDocument(
  ctx: Context,
  kind: CancellableKind,
  id: number,
): Promise<{ document: WmsDocument | null }> {
  await requireRecord(ctx, entityOf[kind], id)
  const [document] = await rows<WmsDocument>(ctx.db, readOfRecord, [kind, id])
  return { document: document ?? null }
}
