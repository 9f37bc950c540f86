import { listSpec } from '#platform/server/lists/list-sql.ts'
import { manualEntryList } from '../contract.ts'

/** The list of manual journal entries, newest first. */
export const list = listSpec(manualEntryList, {
  columns: `m.id, m.entry_number as "entryNumber", m.status, m.posted_on as "postedOn", m.reason,
    m.amount, m.needs_approval as "needsApproval", m.reversal_of as "reversalOf",
    o.entry_number as "reversalOfNumber", r.entry_number as "reversedBy",
    m.created_by as "createdBy", u.username as "createdByName", p.username as "postedByName",
    m.created_at as "createdAt", m.version`,
  from: 'manual_entries m',
  joins: `join users u on u.id = m.created_by
    left join users p on p.id = m.posted_by
    left join manual_entries o on o.id = m.reversal_of
    left join manual_entries r on r.reversal_of = m.id and r.status <> 'cancelled'`,
  where: 'true',
  id: 'm.id',
  fields: {
    id: 'm.id',
    entryNumber: 'm.entry_number',
    status: { sql: 'm.status', orderedBy: 'm.id' },
    postedOn: 'm.posted_on',
    amount: 'm.amount',
    account: {
      sql: 'k.account',
      within: 'exists (select from manual_entry_lines k where k.manual_entry_id = m.id and %)',
    },
  },
  search: [{ startOf: 'm.entry_number' }, { endOf: 'm.entry_number' }, { wordOf: 'm.reason' }],
  countUpTo: 10_000,
})

export const readLines = {
  name: 'read_manual_entry_lines',
  text: `select id, account, debit, credit, description from manual_entry_lines
         where manual_entry_id = $1 order by line_no`,
}

export const insertEntry = {
  name: 'insert_manual_entry',
  text: `insert into manual_entries
           (entry_number, posted_on, reason, amount, needs_approval, reversal_of, created_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id`,
}

export const lockEntry = {
  name: 'lock_manual_entry',
  text: `select id, entry_number as "entryNumber", status, posted_on as "postedOn", reason, amount,
                needs_approval as "needsApproval", reversal_of as "reversalOf",
                created_by as "createdBy", posted_by as "postedBy", version,
                (select r.entry_number from manual_entries r
                 where r.reversal_of = m.id and r.status <> 'cancelled') as "reversedBy"
         from manual_entries m where id = $1 for no key update`,
}

/** The day of an entry, read to lock its month before the entry. */
export const readDay = {
  name: 'read_day_of_manual_entry',
  text: `select posted_on as "postedOn" from manual_entries where id = $1`,
}

export const moveEntry = {
  name: 'move_manual_entry',
  text: `update manual_entries
         set status = $2, posted_by = $3, version = version + 1, updated_at = now()
         where id = $1`,
}
