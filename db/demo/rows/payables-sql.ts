// Bulk insert statements for the demo's bills and payments.

export const insertBills = {
  name: 'demo_vendor_bills',
  text: `insert into vendor_bills
           (id, bill_number, vendor_id, status, doc_date, due_date, terms, discount_date,
            discount_amount, subtotal, total_amount, settled_amount, findings, posted_on,
            created_by, created_at, updated_at, version, discount_percent)
         overriding system value
         select id, number, vendor, status, doc, due, terms, early, discount, total, total,
                settled, findings::jsonb, posted, by, entered, last, version, percent
         from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::date[], $6::date[],
                     $7::text[], $8::date[], $9::numeric[], $10::numeric[], $11::numeric[],
                     $12::text[], $13::date[], $14::int[], $15::timestamptz[],
                     $16::timestamptz[], $17::int[], $18::numeric[])
           as t (id, number, vendor, status, doc, due, terms, early, discount, total, settled,
                 findings, posted, by, entered, last, version, percent)`,
}

export const insertBillLines = {
  name: 'demo_vendor_bill_lines',
  text: `insert into vendor_bill_lines
           (vendor_bill_id, line_no, purchase_order_id, purchase_order_item_id, description,
            quantity, unit_price, total_price)
         select b, n, i.purchase_order_id, i.id, s.sku || ' ' || s.name, q, u, w
         from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::numeric[],
                     $7::numeric[]) with ordinality as t (b, n, o, l, q, u, w, place)
         join purchase_order_items i on i.purchase_order_id = o and i.line_no = l
         join skus s on s.id = i.sku_id
         order by place`,
}

export const insertPayments = {
  name: 'demo_vendor_payments',
  text: `insert into vendor_payments
           (id, payment_number, vendor_id, status, method, paid_on, amount, discount,
            released_by, posted_on, created_by, created_at, updated_at, version)
         overriding system value
         select *
         from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::date[],
                     $7::numeric[], $8::numeric[], $9::int[], $10::date[], $11::int[],
                     $12::timestamptz[], $13::timestamptz[], $14::int[])`,
}

export const insertPaymentLines = {
  name: 'demo_vendor_payment_lines',
  text: `insert into vendor_payment_lines (payment_id, bill_id, amount, discount)
         select * from unnest($1::int[], $2::int[], $3::numeric[], $4::numeric[])`,
}

export const applyPayments = {
  name: 'demo_apply_payments',
  text: `insert into payable_applications
           (source, source_id, bill_id, amount, discount, applied_on)
         select 'payment', p.id, l.bill_id, l.amount, l.discount, p.posted_on
         from vendor_payment_lines l join vendor_payments p on p.id = l.payment_id
         where p.status = 'posted'
         order by p.id, l.id`,
}

export const insertReleases = {
  name: 'demo_releases',
  text: `insert into approvals (entity, entity_id, action, approver_id, at)
         select e, i, 'release', b, at
         from unnest($1::text[], $2::int[], $3::int[], $4::timestamptz[]) as t (e, i, b, at)`,
}

/** Vendor credits for billed goods that went back in completed returns. */
export const writeCredits = {
  name: 'demo_vendor_credits',
  text: `with billed as (
           select l.purchase_order_item_id as id, sum(l.quantity) as units
           from vendor_bill_lines l
           join vendor_bills b on b.id = l.vendor_bill_id and b.status = 'posted'
           group by 1
         ), sent as (
           select i.purchase_order_item_id as id, sum(i.quantity) as units
           from return_items i
           join returns r on r.id = i.return_id
             and r.type = 'rtv' and r.status in ('shipped', 'completed')
           group by 1
         ), due as (
           select i.return_id, i.id, i.unit_price,
                  case when o.id is null then i.quantity
                    else least(i.quantity, coalesce(b.units, 0) - o.qty_received + s.units)
                  end as units
           from return_items i
           left join purchase_order_items o on o.id = i.purchase_order_item_id
           left join billed b on b.id = o.id
           left join sent s on s.id = o.id
         ), made as (
           insert into vendor_credits
             (credit_number, vendor_id, return_id, posted_on, amount, created_by, created_at)
           select 'VC-' || replace(r.return_number, 'RTV-', ''), r.vendor_id, r.id,
                  r.updated_at::date, d.amount, r.created_by, r.updated_at
           from returns r
           join (
             select return_id, sum(units * unit_price) as amount from due where units > 0 group by 1
           ) d on d.return_id = r.id
           where r.type = 'rtv' and r.status = 'completed' and d.amount > 0
           order by r.id
           returning id, credit_number, vendor_id, return_id, posted_on, amount, created_by,
                     created_at
         ), lines as (
           insert into vendor_credit_lines (vendor_credit_id, return_item_id, quantity, amount)
           select m.id, d.id, d.units, d.units * d.unit_price
           from made m join due d on d.return_id = m.return_id and d.units > 0
           order by m.id, d.id
         ), entries as (
           insert into journal_entries
             (source, source_id, posted_on, period_id, memo, created_by, created_at)
           select 'vendor_credit', id, posted_on, 0, 'Credit ' || credit_number, created_by,
                  created_at
           from made order by id
           returning id, source_id
         )
         insert into journal_lines (entry_id, account, vendor_id, debit, credit)
         select e.id, l.account, m.vendor_id, l.debit, l.credit
         from entries e
         join made m on m.id = e.source_id
         cross join lateral (
           values ('2000', m.amount, 0), ('2050', 0, m.amount)
         ) as l (account, debit, credit)
         order by e.id, l.account`,
}

export const postBills = {
  name: 'demo_post_bills',
  text: `with entries as (
           insert into journal_entries
             (source, source_id, posted_on, period_id, memo, created_by, created_at)
           select 'vendor_bill', b.id, b.posted_on, 0, 'Bill ' || b.bill_number, b.created_by,
                  b.created_at
           from vendor_bills b where b.status = 'posted' order by b.created_at, b.id
           returning id, source_id
         ), expected as (
           select l.vendor_bill_id as id, sum(l.quantity * i.unit_price) as amount
           from vendor_bill_lines l
           join purchase_order_items i on i.id = l.purchase_order_item_id
           group by 1
         )
         insert into journal_lines (entry_id, account, vendor_id, debit, credit)
         select e.id, l.account, l.vendor_id, greatest(l.amount, 0), greatest(-l.amount, 0)
         from entries e
         join vendor_bills b on b.id = e.source_id
         join expected x on x.id = b.id
         left join (
           select source_id, sum(amount) as amount from stock_values
           where source = 'vendor_bill' group by 1
         ) v on v.source_id = b.id
         cross join lateral (
           values ('2050', b.vendor_id, x.amount), ('1200', null, coalesce(v.amount, 0)),
                  ('5000', null, b.total_amount - x.amount - coalesce(v.amount, 0)),
                  ('2000', b.vendor_id, -b.total_amount)
         ) as l (account, vendor_id, amount)
         where l.amount <> 0
         order by e.id, l.account`,
}

export const postPayments = {
  name: 'demo_post_payments',
  text: `with entries as (
           insert into journal_entries
             (source, source_id, posted_on, period_id, memo, created_by, created_at)
           select 'vendor_payment', p.id, p.posted_on, 0, 'Payment ' || p.payment_number,
                  p.released_by, p.updated_at
           from vendor_payments p where p.status = 'posted' order by p.id
           returning id, source_id
         )
         insert into journal_lines (entry_id, account, vendor_id, debit, credit)
         select e.id, l.account, l.vendor_id, greatest(l.amount, 0), greatest(-l.amount, 0)
         from entries e
         join vendor_payments p on p.id = e.source_id
         cross join lateral (
           values ('2000', p.vendor_id, p.amount + p.discount), ('1000', null, -p.amount),
                  ('5050', null, -p.discount)
         ) as l (account, vendor_id, amount)
         where l.amount <> 0
         order by e.id, l.account`,
}

/** Posts vendor returns: inventory is reduced when they ship. */
export const postReturns = {
  name: 'demo_post_vendor_returns',
  text: `with shipped as (
           select r.id, r.return_number, r.vendor_id, r.total_amount, r.created_by,
                  min(m.occurred_at) as left_at
           from returns r
           join stock_moves m on m.ref_type = 'return' and m.ref_id = r.id and m.kind = 'ship'
           where r.type = 'rtv' and r.total_amount > 0
           group by r.id
         ), entries as (
           insert into journal_entries
             (source, source_id, event, posted_on, period_id, memo, created_by, created_at)
           select 'return', id, 'ship', left_at::date, 0,
                  'Return to vendor ' || return_number, created_by, left_at
           from shipped order by shipped.left_at, id
           returning id, source_id
         )
         insert into journal_lines (entry_id, account, vendor_id, debit, credit)
         select e.id, l.account, l.vendor_id, greatest(l.amount, 0), greatest(-l.amount, 0)
         from entries e
         join shipped s on s.id = e.source_id
         join (
           select source_id, sum(amount) as amount from stock_values
           where source = 'return' and event = 'ship' group by 1
         ) v on v.source_id = s.id
         cross join lateral (
           values ('2050', s.vendor_id, s.total_amount), ('1200', null, v.amount),
                  ('5100', null, -v.amount - s.total_amount)
         ) as l (account, vendor_id, amount)
         where l.amount <> 0
         order by e.id, l.account`,
}
