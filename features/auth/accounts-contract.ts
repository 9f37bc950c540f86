import * as z from 'zod/mini'
import { choiceQuery, endpoint, ids, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { registration, user } from './contract.ts'
import { roles } from './rules.ts'

// Accounts and where they are signed in. Apart from what every screen needs to know of its user.

/** One place where the user is signed in. */
export const session = z.object({
  id: z.int(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint('GET', '/api/user/sessions', {
  permission: 'profile.own',
  returns: z.array(session),
  summary: 'Where the signed-in user is signed in, the last used first',
})
export const endOtherSessions = endpoint('DELETE', '/api/user/sessions', {
  permission: 'profile.own',
  summary: 'Ends every session of the signed-in user but this one',
})
export const endOwnSession = endpoint('DELETE', '/api/user/sessions/:id', {
  permission: 'profile.own',
  summary: 'Ends another session of the signed-in user',
})
export const endSessions = endpoint('DELETE', '/api/users/:id/sessions', {
  permission: 'users.manage',
  summary: 'Ends every session of one user',
})

export const userQuery = z.object({
  ...listQuery,
  id: ids,
  username: textQuery,
  email: textQuery,
  role: choiceQuery(roles),
  isActive: z.optional(z.enum(['true', 'false'])),
})
export type UserQuery = z.infer<typeof userQuery>

export const newUser = z.object({
  ...z.omit(registration, { setupToken: true }).shape,
  role: user.shape.role,
})
export type NewUser = z.infer<typeof newUser>

/** What an administrator may change of an account; a new password is for one who forgot theirs. */
export const userChange = z.object({
  role: z.optional(user.shape.role),
  isActive: z.optional(z.boolean()),
  password: z.optional(registration.shape.password),
})
export type UserChange = z.infer<typeof userChange>

export const listUsers = endpoint('GET', '/api/users', {
  permission: 'users.manage',
  query: userQuery,
  returns: z.array(user),
  summary: 'Every account, the ones waiting for approval included',
})
export const createUser = endpoint('POST', '/api/users', {
  permission: 'users.manage',
  body: newUser,
  ignores: ['id', 'createdAt'],
  returns: user,
  status: 201,
  summary: 'Makes an account with a role',
})
export const updateUser = endpoint('PUT', '/api/users/:id', {
  permission: 'users.manage',
  body: userChange,
  returns: user,
  summary: "Changes an account's role or lets it in; its sessions end",
})
