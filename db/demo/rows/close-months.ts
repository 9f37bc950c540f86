import { type Db, rows } from '#platform/server/database/db.ts'
import type { Day } from '#platform/kernel/days.ts'
import { daysLater } from '../calendar.ts'
import { momentOf } from './insert-rows.ts'
import type { OrderAction } from './audit-entries.ts'

/** Finance starts closing a month; an administrator finishes it. */
type CloserIds = Readonly<Record<'finance' | 'admin', number>>

type Month = { id: number; status: string; steps: Step[] }
type Step = { verb: string; from: string; to: string; by: keyof CloserIds; at: number }

const readMonths = {
  name: 'demo_months',
  text: 'select id from accounting_periods order by id',
}
const closeMonth = {
  name: 'demo_close_month',
  text: `update accounting_periods set status = $2, updated_at = $3, version = $4 where id = $1`,
}

/** The month two months ago is soft-closed; earlier ones are closed. */
const closingMonths = 2

/**
 * Closes past months on a realistic schedule: finance starts in the second week after a month, an
 * administrator finishes in the third. Returns the actions for the audit log.
 */
export async function closeMonths(db: Db, today: Day, ids: CloserIds): Promise<OrderAction[]> {
  const found = await rows<{ id: number }>(db, readMonths)
  const months = found.flatMap(({ id }) => stepsOf(id, today))
  for (const { id, status, steps } of months) {
    const at = momentOf(steps.at(-1)?.at ?? 0)
    // oxlint-disable-next-line no-await-in-loop
    await rows(db, closeMonth, [id, status, at, steps.length + 1])
  }
  return months.flatMap(({ id, steps }) =>
    steps.map(({ verb, from, to, by, at }) => {
      return { entity: 'period', id, action: verb, from, to, by: ids[by], at }
    }),
  )
}

function stepsOf(id: number, today: Day): Month[] {
  const age = monthsOf(today) - (Math.floor(id / 100) * 12 + (id % 100))
  if (age < closingMonths) return []
  const next = id % 100 === 12 ? id + 89 : id + 1
  const first = `${Math.floor(next / 100)}-${String(next % 100).padStart(2, '0')}-01` as Day
  const noon = Date.parse(`${first}T16:00:00Z`)
  const softClose = { verb: 'soft-close', from: 'open', to: 'soft_closed', by: 'finance' } as const
  const closed = { verb: 'close', from: 'soft_closed', to: 'closed', by: 'admin' } as const
  const soft = { ...softClose, at: daysLater(noon, 9, 0.4) }
  if (age === closingMonths) return [{ id, status: 'soft_closed', steps: [soft] }]
  return [{ id, status: 'closed', steps: [soft, { ...closed, at: daysLater(noon, 16, 0.5) }] }]
}

function monthsOf(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
}
