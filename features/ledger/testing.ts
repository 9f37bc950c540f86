import type { TestApp } from '#app/testing.ts'
import type { ManualEntryDetails } from './manual-contract.ts'

// What is kept for a second, such as the settings, does not outlive its test.
let turn = 0

/** Two people of finance and an administrator for tests of the books. It is 2026-03-31. */
export async function booksDesk(prizm: TestApp) {
  prizm.clock.now = new Date(Date.parse('2026-03-31T15:00:00Z') + 3000 * turn++)
  const finance = await prizm.signIn('finance')
  const colleague = await prizm.signIn('finance')
  const admin = await prizm.signIn('admin')
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const post = (path: string, as: string, body?: object, headers?: Record<string, string>) =>
    prizm.call('POST', `/api/${path}`, { as, ...(body && { body }), ...(headers && { headers }) })
  const get = async <A>(path: string): Promise<A> => {
    const answer = await prizm.call('GET', `/api/${path}`, { as: finance })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<A>()
  }
  /** An entry by hand, the rent of March unless said. */
  const entered = async (fields: object = {}, as = finance) => {
    const answer = await post('manual-entries', as, { ...rent, ...fields })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<ManualEntryDetails>()
  }
  const act = (id: number, verb: string, as = finance, body?: object) =>
    post(`manual-entries/${id}/${verb}`, as, body)
  const read = (id: number) => get<ManualEntryDetails>(`manual-entries/${id}`)
  const setting = async (body: object) => {
    const changed = await prizm.call('PUT', '/api/settings', { as: admin, body })
    if (changed.statusCode !== 200) throw new Error(changed.body)
  }
  const journal = () =>
    query(`select e.posted_on::text as on, e.memo, l.account, l.debit, l.credit
           from journal_entries e join journal_lines l on l.entry_id = e.id order by l.id`)
  const people = { finance, colleague, admin }
  return { ...people, query, post, get, entered, act, read, setting, journal }
}

export const rent = {
  postedOn: '2026-03-15',
  reason: 'Rent of March',
  lines: [
    { account: '6000', debit: '1200.10', description: 'Warehouse' },
    { account: '6000', debit: '0.01' },
    { account: '1000', credit: '1200.11' },
  ],
}

/** The statuses of answers that came at once, the lowest first. */
export const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)
