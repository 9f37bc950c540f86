import type { ChangeProbe } from '#features/audit/server/service.ts'
import { rows } from '#platform/server/database/db.ts'

const readState = {
  name: 'wms_standing',
  text: `select concat_ws(' ', c.version, c.failures, c.last_failure_at, c.unreachable_since,
           (select concat(id, state) from wms_runs order by id desc limit 1),
           (select max(id) from wms_run_steps), (select max(id) from wms_messages),
           (select max(id) from wms_problems),
           (select count(*) from wms_problems where state = 'open')) as standing
         from (select 1) always left join wms_connection c on true`,
}

/** Notifies connected clients of any change in the exchange with the warehouse. */
export const wmsChangeProbe: ChangeProbe = {
  entity: 'wms',
  readStates: async ({ db }, userIds) => {
    const [found] = await rows<{ standing: string }>(db, readState)
    const same = { state: found?.standing ?? '', count: 1 }
    return new Map(userIds.map((id) => [id, same]))
  },
}
