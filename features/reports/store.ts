export const readChoice = {
  name: 'read_report_choice',
  text: 'select choice from report_choices where user_id = $1',
}

export const keepChoice = {
  name: 'keep_report_choice',
  text: `insert into report_choices (user_id, choice, updated_at) values ($1, $2, $3)
         on conflict (user_id)
         do update set choice = excluded.choice, updated_at = excluded.updated_at`,
}

/** Reports of one user are left one after another, on however many screens. */
export const takeTurn = {
  name: 'left_reports_take_turn',
  text: 'select pg_advisory_xact_lock(727278, $1)',
}

export const countWaiting = {
  name: 'count_waiting_reports',
  text: `select count(*) as waiting,
                min(id) filter (where choice->>'report' = $2 and query = $3::jsonb) as same
         from left_reports where user_id = $1 and state = 'waiting'`,
}

export const addLeft = {
  name: 'add_left_report',
  text: `insert into left_reports (user_id, choice, days, query, created_at)
         values ($1, $2, $3, $4, $5) returning id`,
}

export const readLeft = {
  name: 'read_left_report',
  text: `select id, choice, days, state, failure, answer, done_at as "doneAt"
         from left_reports where id = $1 and user_id = $2`,
}

/** Counts a try of the first that waits and that nobody is making; committed before it is made. */
export const countAttempt = {
  name: 'count_left_report_attempt',
  text: `update left_reports set attempts = attempts + 1
         where id = (select id from left_reports where state = 'waiting'
                     order by id limit 1 for update skip locked)
         returning id`,
}

/** Held while it is made: who dies lets it go, and the next one makes it. */
export const lockLeft = {
  name: 'lock_left_report',
  text: `select l.id, l.choice, l.query, l.days, l.attempts, u.id as "userId", u.username, u.role,
                u.is_active as "isActive"
         from left_reports l join users u on u.id = l.user_id
         where l.id = $1 and l.state = 'waiting'
         for update of l skip locked`,
}

/** What took too long for who waited may take two minutes here. */
export const allowTime = {
  name: 'allow_time_for_report',
  text: `select set_config('statement_timeout', '120000', true)`,
}

export const settle = {
  name: 'settle_left_report',
  text: `update left_reports set state = $2, answer = $3, failure = $4, done_at = $5
         where id = $1 and state = 'waiting' returning id`,
}

export const dropOld = {
  name: 'drop_old_left_reports',
  text: 'delete from left_reports where created_at < $1',
}
