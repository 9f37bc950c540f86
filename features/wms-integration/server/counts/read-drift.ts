import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import { type DriftCause, explainDrift, type WmsDriftRow } from '../../rules.ts'
import { driftList } from '../store.ts'

type Cause = DriftCause & { at: string | null }

// Finds documents whose units equal the difference: posted within a day of the count, or still open
// in the warehouse.
const readCauses = {
  name: 'read_causes_of_wms_drift',
  text: `with d as (
           select d.sku_id, d.as_of, d.reported - d.expected as off, d.snapshot_id
           from wms_drift d where d.id = $1
         )
         select * from (
           select 'booked' as kind, m.on_hand_delta as units, m.occurred_at as at,
                  coalesce(so.order_number, po.order_number, r.return_number, m.reason, m.kind)
                    as document
           from d join stock_moves m on m.sku_id = d.sku_id
           left join sales_orders so on m.ref_type = 'sales_order' and so.id = m.ref_id
           left join purchase_orders po on m.ref_type = 'purchase_order' and po.id = m.ref_id
           left join returns r on m.ref_type = 'return' and r.id = m.ref_id
           where m.on_hand_delta = -d.off and m.kind <> 'wms_adjust'
             and m.occurred_at between d.as_of - interval '1 day' and d.as_of + interval '1 day'
           union all
           select 'order', -i.qty_reserved, null, o.order_number
           from d join sales_order_items i on i.sku_id = d.sku_id
           join sales_orders o on o.id = i.sales_order_id
           where o.status = 'processing' and i.qty_reserved = -d.off
           union all
           select 'purchase', i.quantity - i.qty_received - i.qty_cancelled, null, p.order_number
           from d join purchase_order_items i on i.sku_id = d.sku_id
           join purchase_orders p on p.id = i.purchase_order_id
           where p.status = 'approved' and i.quantity - i.qty_received - i.qty_cancelled = d.off
         ) as c order by kind, at desc limit 10`,
}

const readHistory = {
  name: 'read_wms_drift_of_sku',
  text: `select ${driftList.columns} from ${driftList.from} where d.sku_id = $1
         order by d.id desc limit 20`,
}

/** Reads a count difference with its possible causes and the SKU's earlier counts. Throws 404. */
export async function readWmsDrift(ctx: Context, id: number) {
  const row = await readOne<WmsDriftRow>(ctx.db, driftList, { id })
  if (!row) throw missing('That difference')
  const causes = await rows<Cause>(ctx.db, readCauses, [id])
  const history = await rows<WmsDriftRow>(ctx.db, readHistory, [row.skuId])
  return { ...row, ...explainDrift(row, causes), causes, history }
}
