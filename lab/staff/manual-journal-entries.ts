import type { StaffBase } from './staff-part-inputs.ts'
import { createUser } from './users.ts'
import type { SetupClient } from '../nodes/test-system.ts'
import { sleep } from '../nodes/wait-until.ts'

/** Manual journal entries that a finance user has entered and nobody has posted yet. */
export function journalHelpers(world: SetupClient, { day, reason }: StaffBase) {
  let entererCookie: Promise<string> | undefined
  const begin = async () => {
    const body = { journalEntryApproval: 'second' }
    await world.must({ method: 'PUT', path: '/api/settings', body })
    const { cookie } = await createUser(world, 'finance')
    // Every node applies changed settings within a second.
    await sleep(1200)
    return cookie
  }
  const waitingEntry = async (): Promise<number> => {
    entererCookie ??= begin()
    const lines = [
      { account: '6000', debit: '1.00', description: reason },
      { account: '1000', credit: '1.00' },
    ]
    const body = { postedOn: day, reason, lines }
    const request = { method: 'POST', path: '/api/manual-entries', body, as: await entererCookie }
    return Number((await world.must(request))['id'])
  }
  return { waitingEntry }
}
