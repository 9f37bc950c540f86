import { password } from '../nodes/test-system.ts'
import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

// A token of a link is stored as a hash and sent by email alone, so these links are written here.

/** The calls of links by email. */
export const accountLinks: Record<string, SetupFunction> = {
  'POST /api/password-reset': async (staff) => {
    await setSender(staff)
    return { body: { email: `${staff.next('nobody')}@example.com` } }
  },
  'POST /api/password-reset/complete': async (staff) => {
    const { id } = await staff.viewer()
    return { body: { token: await createLink(staff, 'reset', id), password } }
  },
  'POST /api/invitation/accept': async (staff) => {
    const { id } = await invite(staff)
    const token = await createLink(staff, 'invitation', id)
    return { body: { token, username: staff.next('accepted'), password } }
  },
  'POST /api/users/invitations': async (staff) => {
    await setSender(staff)
    return { body: invitationOf(staff) }
  },
  'POST /api/users/:id/invitation': async (staff) => ({ id: (await invite(staff)).id }),
  'POST /api/users/:id/reset-link': async (staff) => {
    await setSender(staff)
    return { id: (await staff.viewer()).id }
  },
  'POST /api/users/:id/decline': async (staff) => ({ id: (await invite(staff)).id }),
  'POST /api/users/:id/unlock': async ({ viewer }) => ({ id: (await viewer()).id }),
}

function setSender({ change }: Staff) {
  return change('settings', { mailSender: 'office@example.com' })
}

function invitationOf({ next }: Staff) {
  const username = next('invited')
  return { username, email: `${username}@example.com`, role: 'viewer' }
}

async function invite(staff: Staff) {
  await setSender(staff)
  return staff.post('users/invitations', invitationOf(staff))
}

async function createLink({ next, write }: Staff, kind: string, userId: number): Promise<string> {
  const token = next('token-of-a-link')
  await write(
    `insert into account_links (token_sha256, kind, user_id)
     values (sha256(convert_to('account link' || chr(10) || $1, 'UTF8')), $2, $3)
     returning 1 as id`,
    [token, kind, userId],
  )
  return token
}
