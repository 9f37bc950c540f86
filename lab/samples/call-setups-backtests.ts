import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

const body = { tax: { defaultRate: '0.0700' } }

/** Prerequisites of backtests: a user has one at a time, and no worker runs them here. */
export const backtests: Record<string, SetupFunction> = {
  'POST /api/backtests': async (staff) => {
    await endBacktests(staff)
    return { body }
  },
  'POST /api/backtests/:id/cancel': async (staff) => {
    await endBacktests(staff)
    return { id: (await staff.post('backtests', body)).id }
  },
}

async function endBacktests({ write }: Staff): Promise<void> {
  await write(
    `update backtest_runs set state = 'cancelled', leased_until = null, finished_at = now()
     where state in ('waiting', 'running')`,
    [],
  )
}
