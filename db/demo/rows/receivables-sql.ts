// Statements that post the demo's receivables.

export const postDocuments = {
  name: 'demo_receivable_entries',
  text: `insert into journal_entries
           (source, source_id, posted_on, period_id, memo, created_by, created_at)
         select source, id, day, to_char(day, 'YYYYMM')::int, memo, by, at
         from (
           select 'invoice' as source, id, doc_date as day, 'Invoice ' || invoice_number as memo,
                  created_by as by, created_at as at
           from invoices
           union all
           select 'customer_payment', id, received_on, 'Payment ' || payment_number, created_by,
                  created_at
           from customer_payments
           union all
           select 'credit_memo', id, doc_date, 'Credit memo ' || credit_memo_number, created_by,
                  created_at
           from credit_memos
           union all
           select case kind when 'write-off' then 'write_off' else 'discount' end, a.id,
                  a.applied_on,
                  case kind when 'write-off' then 'Write-off of ' else 'Discount of ' end
                    || i.invoice_number, null, a.applied_on + time '16:00'
           from receivable_applications a join invoices i on i.id = a.invoice_id
           where a.kind = 'write-off' or a.discount > 0
         ) as documents
         order by at, source, id`,
}

export const postLines = {
  name: 'demo_receivable_lines',
  text: `insert into journal_lines (entry_id, account, customer_id, debit, credit)
         select e.id, x.account, x.customer, x.debit, x.credit
         from journal_entries e
         join (
           select 'invoice' as source, i.id, v.*
           from invoices i
           left join (
             select l.invoice_id, sum(l.cost_amount)::numeric(12, 2) as cost
             from invoice_lines l group by l.invoice_id
           ) c on c.invoice_id = i.id
           cross join lateral (values
             (1, '1100', i.customer_id, i.total, 0::numeric), (2, '4000', null, 0, i.goods),
             (3, '2100', null, 0, i.tax), (4, '4100', null, 0, i.freight),
             (5, '5000', null, coalesce(c.cost, 0), 0), (6, '1200', null, 0, coalesce(c.cost, 0))
           ) as v (place, account, customer, debit, credit)
           union all
           select 'customer_payment', p.id, v.*
           from customer_payments p
           cross join lateral (values
             (1, '1000', null::int, p.amount, 0::numeric), (2, '1100', p.customer_id, 0, p.amount)
           ) as v
           union all
           select 'credit_memo', m.id, v.*
           from credit_memos m
           cross join lateral (values
             (1, '4900', null::int, m.goods, 0::numeric), (2, '2100', null, m.tax, 0),
             (3, '1100', m.customer_id, 0, m.total)
           ) as v
           union all
           select case a.kind when 'write-off' then 'write_off' else 'discount' end, a.id, v.*
           from receivable_applications a
           join invoices i on i.id = a.invoice_id
           cross join lateral (
             select case a.kind when 'write-off' then a.amount else a.discount end as loss
           ) g
           cross join lateral (values
             (1, case a.kind when 'write-off' then '6100' else '4950' end, null::int, g.loss,
              0::numeric),
             (2, '1100', i.customer_id, 0, g.loss)
           ) as v
           where g.loss > 0
         ) as x on x.source = e.source and x.id = e.source_id
         where x.debit > 0 or x.credit > 0
         order by e.id, x.place`,
}

export const addUp = {
  name: 'demo_balances',
  text: `update customers c set current_balance = b.amount
         from (
           select customer_id, sum(debit - credit) as amount
           from journal_lines where account = '1100' group by customer_id
         ) b
         where b.customer_id = c.id`,
}
