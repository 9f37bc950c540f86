-- The key of an event of the warehouse is its number with what it is about, in small letters.
update wms_imports as i
set external_id = n.key || case when n.place > 1 then ' #' || n.id else '' end
from (
  select k.id, k.key, row_number() over (partition by k.kind, k.key order by k.id) as place
  from (
    select id, kind,
           lower(concat_ws(' ', external_id,
                           case when kind = 'stock.moved' then data ->> 'sku'
                                else data ->> 'orderNumber' end,
                           case when kind = 'shipment.exception' then data ->> 'happenedAt' end))
             as key
    from wms_imports
    where kind in ('shipment.created', 'shipment.delivered', 'shipment.exception',
                   'receipt.created', 'stock.moved')
  ) k
) n
where n.id = i.id;--> statement-breakpoint
update wms_imports set external_id = lower(external_id)
where kind in ('document.refused', 'cancel.answered', 'change.answered')
  and external_id <> lower(external_id);--> statement-breakpoint
update wms_problems as p set key = left('import:' || i.kind || ':' || i.external_id, 500)
from wms_imports i
where i.id = p.import_id and p.state = 'open' and p.key like 'import:%';--> statement-breakpoint
create index "wms_imports_of_record" on "wms_imports" using btree ((data ->> 'orderNumber'));
