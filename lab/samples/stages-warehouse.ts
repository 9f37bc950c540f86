import type { Staff } from '../staff/staff.ts'
import type { SetUp } from './stage.ts'

/** Inserts a warehouse problem that otherwise only a count or a failing call causes. */
async function problem({ write, next }: Staff, kind: 'connection' | 'count'): Promise<number> {
  const { rows } = await write(
    `insert into wms_problems (kind, data_type, direction, key, record, title, reason)
     values ($1, 'inventory', 'import', $2, 'Specimen', 'Specimen', 'Specimen') returning id`,
    [kind, next(kind)],
  )
  return rows[0]?.id ?? 0
}

/** Prerequisites of manual actions on the warehouse exchange. */
export const warehouse: Record<string, SetUp> = {
  'POST /api/wms/runs/:id/cancel': async ({ post }) => ({
    id: (await post('wms/runs', { job: 'full' })).id,
  }),
  'POST /api/wms/problems/:id/dismiss': async ({ wms }) => ({ id: await wms.problem() }),
  'POST /api/wms/problems/:id/retry': async (desk) => ({ id: await problem(desk, 'connection') }),
  'POST /api/wms/problems/:id/confirm': async (desk) => {
    await desk.write(
      `insert into wms_count_checks (snapshot_id, as_of, stocked, emptied)
       values ($1, now(), 2, 1)`,
      [desk.next('count')],
    )
    return { id: await problem(desk, 'count') }
  },
  'POST /api/wms/problems/:id/reopen': async (desk) => {
    const id = await problem(desk, 'connection')
    await desk.post(`wms/problems/${id}/dismiss`, { note: desk.reason })
    return { id }
  },
}
