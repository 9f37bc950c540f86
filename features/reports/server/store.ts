import { ownGrants } from '#features/auth/server/service.ts'
import { leaseSeconds } from '../rules.ts'

export const readChoice = {
  name: 'read_report_choice',
  text: 'select choice from report_choices where user_id = $1',
}

export const upsertReportChoice = {
  name: 'keep_report_choice',
  text: `insert into report_choices (user_id, choice, updated_at) values ($1, $2, $3)
         on conflict (user_id)
         do update set choice = excluded.choice, updated_at = excluded.updated_at`,
}

/** Advisory lock: serializes the background report requests of one user across all screens. */
export const lockBackgroundReports = {
  name: 'left_reports_take_turn',
  text: 'select pg_advisory_xact_lock(727278, $1)',
}

export const countWaiting = {
  name: 'count_waiting_reports',
  text: `select count(*) as waiting,
                min(id) filter (where choice->>'report' = $2 and query = $3::jsonb) as same
         from left_reports where user_id = $1 and state = 'waiting'`,
}

export const addReport = {
  name: 'add_left_report',
  text: `insert into left_reports (user_id, choice, days, query, created_at)
         values ($1, $2, $3, $4, $5) returning id`,
}

export const readReport = {
  name: 'read_left_report',
  text: `select id, choice, days, state, failure, answer, done_at as "doneAt"
         from left_reports where id = $1 and user_id = $2`,
}

const lease = `now() + make_interval(secs => ${leaseSeconds})`

/**
 * Claims the first pending report without an active lease (SKIP LOCKED) and increments its
 * attempts, a fencing number that is needed to store the outcome. The report of a dead worker is
 * available again once the lease has expired.
 */
export const claimNext = {
  name: 'claim_left_report',
  text: `update left_reports l set attempts = l.attempts + 1, leased_until = ${lease}
         from users u
         where u.id = l.user_id
           and l.id = (select id from left_reports
                       where state = 'waiting' and (leased_until is null or leased_until < now())
                       order by id limit 1 for update skip locked)
         returning l.id, l.choice, l.query, l.attempts, u.id as "userId", u.username, u.role,
                   ${ownGrants} as grants, u.is_active as "isActive"`,
}

/** Renews the lease of the current attempt; a worker that lost the report cannot renew it. */
export const renewLease = {
  name: 'renew_lease_of_left_report',
  text: `update left_reports set leased_until = ${lease}
         where id = $1 and state = 'waiting' and attempts = $2`,
}

/** Stores the outcome of an attempt, unless a later attempt has started. */
export const settle = {
  name: 'settle_left_report',
  text: `update left_reports
         set state = $3, answer = $4, failure = $5, done_at = $6, leased_until = null
         where id = $1 and state = 'waiting' and attempts = $2
         returning id`,
}

export const deleteOldSql = {
  name: 'drop_old_left_reports',
  text: 'delete from left_reports where created_at < $1',
}
export const countOldSql = {
  name: 'count_old_left_reports',
  text: `select count(*) as count, min(created_at) as oldest
         from left_reports where created_at < $1`,
}
