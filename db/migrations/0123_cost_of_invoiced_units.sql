-- A return takes the cost at which the goods went out, so an invoice keeps what its units cost.
alter table invoice_lines add column unit_cost numeric(12, 2);

-- Of earlier invoices it is known where the cost that was posted is that of their one line, or is
-- what their SKUs cost now.
with posted as (
  select e.source_id as id, sum(l.debit - l.credit) as cost
  from journal_entries e
  join journal_lines l on l.entry_id = e.id and l.account = '5000'
  where e.source = 'invoice'
  group by 1
), lines as (
  select l.invoice_id as id, count(*) as count, min(l.quantity) as quantity,
         sum(l.quantity * s.cost) as cost
  from invoice_lines l join skus s on s.id = l.sku_id
  group by 1
)
update invoice_lines as i
set unit_cost = case when l.cost = coalesce(p.cost, 0) then s.cost
                  else round(p.cost / l.quantity, 2) end
from lines l
left join posted p on p.id = l.id, skus s
where i.invoice_id = l.id and s.id = i.sku_id
  and (l.cost = coalesce(p.cost, 0)
       or (l.count = 1 and round(p.cost / l.quantity, 2) * l.quantity = p.cost));
