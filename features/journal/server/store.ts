import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import { journalList } from '../contract.ts'
import { documentOfEntry } from './entries/document-of-entry.ts'

const columns = `l.id, l.entry_id as "entryId", e.posted_on as "postedOn", e.source,
  e.source_id as "sourceId", e.event, e.memo, l.account, c.customer_code as "customerCode",
  v.vendor_code as "vendorCode", l.debit, l.credit`

const ofEntry = 'exists (select from journal_entries m where m.id = l.entry_id and %)'

/** The list of journal lines, newest first. */
export const list = listSpec(journalList, {
  columns: `${columns}, ${documentOfEntry} as document`,
  from: 'journal_lines l',
  joins: `join journal_entries e on e.id = l.entry_id
    left join customers c on c.id = l.customer_id left join vendors v on v.id = l.vendor_id`,
  where: 'true',
  id: 'l.id',
  fields: {
    id: 'l.id',
    postedOn: {
      sort: {
        sql: 'e.posted_on',
        sortTable: { from: 'journal_entries e', id: 'e.id', on: 'e.id = l.entry_id' },
      },
      filter: { sql: 'm.posted_on', within: ofEntry },
    },
    account: { sql: 'l.account', orderedBy: 'l.id' },
    debit: 'l.debit',
    credit: 'l.credit',
    source: { sql: 'm.source', within: ofEntry },
    sourceId: { sql: 'm.source_id', within: ofEntry },
    customerCode: {
      sql: 'lower(k.customer_code)',
      isFolded: true,
      within: 'l.customer_id = any(array(select k.id from customers k where %))',
    },
    vendorCode: {
      sql: 'lower(w.vendor_code)',
      isFolded: true,
      within: 'l.vendor_id = any(array(select w.id from vendors w where %))',
    },
    entryId: 'l.entry_id',
    period: { sql: 'm.period_id', within: ofEntry },
  },
  search: [
    {
      key: 'l.entry_id',
      id: 'm.id',
      from: 'journal_entries m',
      isLong: true,
      sampled: 'journal_entries',
      // If the end of the memo matches, the more expensive word index is skipped.
      indexed: [{ endOf: 'm.memo' }, { wordOf: 'm.memo' }],
    },
    {
      key: 'l.customer_id',
      id: 'k.id',
      from: 'customers k',
      columns: ['k.customer_code', 'k.name'],
      within: 'k.search_text',
    },
    {
      key: 'l.vendor_id',
      id: 'w.id',
      from: 'vendors w',
      columns: ['w.vendor_code', 'w.name'],
      within: 'w.search_text',
    },
  ],
  countUpTo: 10_000,
})

/** The same lines for a file, which names the document in its memo. */
export const exportedList: ListSpec = { ...list, columns }

export const summed = sumSpecOf(journalList, list, { amount: '(l.debit - l.credit)' })

export const readBalances = {
  name: '',
  text: `select account, sum(debit) as debit, sum(credit) as credit,
                sum(debit - credit) as balance
         from journal_totals where posted_on <= $1
         group by account order by account`,
}

const periodColumns = `p.id, p.status, p.updated_at as "updatedAt", p.version,
  coalesce(s.entries, 0)::bigint as entries, coalesce(s.debit, 0)::numeric(14,2) as debit`

const periodSums = `(select period_id, sum(entries) as entries, sum(debit) as debit
  from journal_totals where $1::int is null or period_id = $1 group by period_id)`

/**
 * All months if `$1` is null, else one. With a day `$2`, only months that ended before it and are
 * not closed.
 */
export const readPeriods = {
  name: '',
  text: `select ${periodColumns} from accounting_periods p
         left join ${periodSums} s on s.period_id = p.id
         where ($1::int is null or p.id = $1)
           and ($2::date is null
                or p.status <> 'closed' and p.id < to_char($2::date, 'YYYYMM')::int)
         order by p.id desc`,
}

export const lockPeriodsShared = {
  name: 'share_accounting_periods',
  text: `select id, status from accounting_periods where id = any($1::int[])
         order by id for share`,
}

/** FOR UPDATE: waits for transactions that are posting into the month. */
export const lockPeriod = {
  name: 'lock_accounting_period',
  text: `select id, status, version from accounting_periods where id = $1 for update`,
}

export const readLastClose = {
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
  text: `select coalesce(sum(debit), 0)::numeric(16,2) as debit,
                coalesce(sum(credit), 0)::numeric(16,2) as credit
         from journal_totals where posted_on <= $1`,
}
