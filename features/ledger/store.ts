import type { ListSpec } from '#platform/server/list.ts'

/** The lines of the journal, newest first. */
export const list: ListSpec = {
  columns: `l.id, l.entry_id as "entryId", e.posted_on as "postedOn", e.source,
    e.source_id as "sourceId", e.event, e.memo, l.account, c.customer_code as "customerCode",
    v.vendor_code as "vendorCode", l.debit, l.credit`,
  from: `journal_lines l join journal_entries e on e.id = l.entry_id
    left join customers c on c.id = l.customer_id left join vendors v on v.id = l.vendor_id`,
  where: 'true',
  id: 'l.id',
  sorts: {
    id: { sql: 'l.id' },
    postedOn: { sql: 'e.posted_on' },
    account: { sql: 'l.account' },
    debit: { sql: 'l.debit' },
    credit: { sql: 'l.credit' },
  },
  defaultSort: '-id',
  search: ['e.memo', 'c.customer_code', 'c.name', 'v.vendor_code', 'v.name'],
  filters: {
    account: { sql: 'l.account', type: 'text' },
    source: { sql: 'e.source', type: 'text' },
    sourceId: { sql: 'e.source_id', type: 'int' },
    customerCode: { sql: 'c.customer_code', type: 'text' },
    vendorCode: { sql: 'v.vendor_code', type: 'text' },
    entryId: { sql: 'l.entry_id', type: 'int' },
    period: { sql: 'e.period_id', type: 'int' },
    from: { sql: 'e.posted_on', type: 'date', compare: '>=' },
    to: { sql: 'e.posted_on', type: 'date', compare: '<=' },
  },
  countUpTo: 10_000,
}

export const readBalances = {
  name: '',
  text: `select l.account, sum(l.debit) as debit, sum(l.credit) as credit,
                sum(l.debit - l.credit) as balance
         from journal_lines l join journal_entries e on e.id = l.entry_id
         where e.posted_on <= $1
         group by l.account order by l.account`,
}

const periodColumns = `p.id, p.status, p.updated_at as "updatedAt", p.version,
  coalesce(s.entries, 0) as entries, coalesce(s.debit, 0)::numeric(14,2) as debit`

const periodSums = `(select e.period_id, count(distinct e.id) as entries, sum(l.debit) as debit
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where $1::int is null or e.period_id = $1 group by e.period_id)`

/** All months where `$1` is null, else that one. */
export const readPeriods = {
  name: '',
  text: `select ${periodColumns} from accounting_periods p
         left join ${periodSums} s on s.period_id = p.id
         where $1::int is null or p.id = $1
         order by p.id desc`,
}

export const openPeriods = {
  name: 'open_accounting_periods',
  text: `insert into accounting_periods (id) select unnest($1::int[]) on conflict do nothing`,
}

export const sharePeriods = {
  name: 'share_accounting_periods',
  text: `select id, status from accounting_periods where id = any($1::int[])
         order by id for share`,
}

/** Waits for whoever is posting into the month. */
export const lockPeriod = {
  name: 'lock_accounting_period',
  text: `select id, status, version from accounting_periods where id = $1 for update`,
}

export const readWhoClosed = {
  name: 'read_who_closed_period',
  text: `select actor_id as "actorId" from audit_log
         where entity = 'period' and entity_id = $1 and to_status = 'closed'
         order by id desc limit 1`,
}

export const changePeriod = {
  name: 'change_accounting_period',
  text: `update accounting_periods set status = $2, updated_at = now(), version = version + 1
         where id = $1`,
}

export const addEntries = {
  name: 'add_journal_entries',
  text: `with entries as (
           insert into journal_entries
             (source, source_id, event, posted_on, period_id, memo, created_by)
           select s, i, e, d, p, m, $7
           from unnest($1::text[], $2::int[], $3::text[], $4::date[], $5::int[], $6::text[])
             with ordinality as x (s, i, e, d, p, m, place)
           order by place
           returning id, source, source_id, event
         )
         insert into journal_lines (entry_id, account, customer_id, vendor_id, debit, credit)
         select n.id, l.account, l.customer, l.vendor, l.debit, l.credit
         from unnest($8::text[], $9::int[], $10::text[], $11::text[], $12::int[], $13::int[],
                     $14::numeric[], $15::numeric[])
           with ordinality as l (source, source_id, event, account, customer, vendor, debit,
                                 credit, place)
         join entries n using (source, source_id, event)
         order by l.place`,
}

export const readTotals = {
  name: '',
  text: `select coalesce(sum(l.debit), 0)::numeric(16,2) as debit,
                coalesce(sum(l.credit), 0)::numeric(16,2) as credit
         from journal_lines l join journal_entries e on e.id = l.entry_id
         where e.posted_on <= $1`,
}
