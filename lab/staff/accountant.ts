import type { Base } from './staff-base.ts'
import { colleague } from './people.ts'
import { sleep } from '../nodes/ports.ts'
import type { Stagehands } from '../nodes/world.ts'

/** Manual journal entries: an office user enters them, the administrator posts them. */
export function journalOf(world: Stagehands, { day, reason }: Base) {
  let enters: Promise<string> | undefined
  const begin = async () => {
    const body = { journalEntryApproval: 'second' }
    await world.must({ method: 'PUT', path: '/api/settings', body })
    const { cookie } = await colleague(world, 'finance')
    // Every node applies changed settings within a second.
    await sleep(1200)
    return cookie
  }
  const waitingEntry = async (): Promise<number> => {
    enters ??= begin()
    const lines = [
      { account: '6000', debit: '1.00', description: reason },
      { account: '1000', credit: '1.00' },
    ]
    const body = { postedOn: day, reason, lines }
    const asked = { method: 'POST', path: '/api/manual-entries', body, as: await enters }
    return Number((await world.must(asked))['id'])
  }
  return { waitingEntry }
}
