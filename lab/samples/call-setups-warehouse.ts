import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

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
export const warehouse: Record<string, SetupFunction> = {
  'POST /api/wms/runs/:id/cancel': async ({ post }) => ({
    id: (await post('wms/runs', { job: 'full' })).id,
  }),
  'POST /api/wms/problems/:id/dismiss': async ({ wms }) => ({ id: await wms.problem() }),
  'POST /api/wms/problems/:id/retry': async (staff) => ({ id: await problem(staff, 'connection') }),
  'POST /api/wms/problems/:id/confirm': async (staff) => {
    await staff.write(
      `insert into wms_count_checks (snapshot_id, as_of, stocked, emptied)
       values ($1, now(), 2, 1)`,
      [staff.next('count')],
    )
    return { id: await problem(staff, 'count') }
  },
  'POST /api/wms/problems/:id/reopen': async (staff) => {
    const id = await problem(staff, 'connection')
    await staff.post(`wms/problems/${id}/dismiss`, { note: staff.reason })
    return { id }
  },
}
