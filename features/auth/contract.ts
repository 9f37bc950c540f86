import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { code, email, momentText, optionalText, text } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { roles } from './rules.ts'

const role = z.enum(roles)

/** A user as every signed-in user may see it; the password hash never leaves the server. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role,
  isActive: z.boolean(),
  createdAt: momentText,
  version: z.int(),
})
export type User = z.infer<typeof user>

/** Hashing normalizes the password first, so sign-in bounds its raw length as well. */
const password = z
  .string({ error: 'Required' })
  .check(
    z.minLength(1, { error: 'Required' }),
    z.maxLength(256, { error: 'Use at most 256 characters' }),
  )

export const credentials = z.object({ username: text(254), password })
export type Credentials = z.infer<typeof credentials>

/**
 * `role` is part of the specification's payload; the server assigns the role and ignores this one.
 */
export const registration = z.object({
  username: code(50),
  email: email(),
  password: password.check(z.minLength(8, { error: 'Use at least 8 characters' })),
  role: z.optional(z.unknown()),
  /** The token printed at server start; required only for the first account. */
  setupToken: optionalText(100),
})
export type Registration = z.infer<typeof registration>

export const passwordChange = z.object({
  currentPassword: password,
  newPassword: registration.shape.password,
})
export type PasswordChange = z.infer<typeof passwordChange>

/** What the sign-in screen shows before a user is signed in. */
export const signInFacts = z.object({
  signUp: z.enum(['open', 'approval', 'closed']),
  firstAccount: z.boolean(),
  demoAccounts: z.boolean(),
  /** True if the first account requires the token printed at server start. */
  needsToken: z.boolean(),
})
export type SignInFacts = z.infer<typeof signInFacts>

/** The name of a list as its screen uses it: `customer-returns`. */
const listName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/), z.maxLength(60))
const columnId = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/), z.maxLength(40))

/** The last chosen columns of a list and their widths in pixels. */
export const listLayout = z.object({
  columns: z.optional(z.array(columnId).check(z.maxLength(60))),
  widths: z.optional(z.record(columnId, z.int().check(z.minimum(20), z.maximum(4000)))),
})

/** Upper bound on stored list layouts; there are far fewer lists, so more indicates abuse. */
export const maxLists = 100

/** The preferences of one user; settings that were never changed are absent. */
export const storedPreferences = z.object({
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  density: z.optional(z.enum(['compact', 'regular', 'relaxed'])),
  singleKeys: z.optional(z.boolean()),
  toastMs: z.optional(z.literal([5000, 10_000, 20_000, 0])),
  sidebar: z.optional(z.enum(['open', 'rail'])),
  orderPath: z.optional(z.enum(['both', 'source', 'customerPO', 'items'])),
  pageSize: z.optional(z.literal([10, 25, 50, 100])),
  lists: z.optional(z.record(listName, listLayout)),
})
export type StoredPreferences = z.infer<typeof storedPreferences>

export const currentUser = endpoint('GET', '/api/user', {
  permission: 'profile.own',
  returns: z.extend(user, { preferences: z.optional(storedPreferences) }),
  summary: 'The signed-in user; 401 if nobody is signed in',
})
export const login = endpoint('POST', '/api/login', {
  permission: 'open',
  body: credentials,
  returns: user,
  summary: 'Starts a session',
})
export const register = endpoint('POST', '/api/register', {
  permission: 'open',
  body: registration,
  ignores: ['id', 'createdAt'],
  returns: user,
  status: 201,
  summary: 'Creates an account and starts a session; the first account is the administrator',
})
export const logout = endpoint('POST', '/api/logout', {
  permission: 'open',
  summary: 'Ends the session',
})
export const readSignInFacts = endpoint('GET', '/api/sign-in', {
  permission: 'open',
  returns: signInFacts,
  summary: 'The sign-up options, for the sign-in screen',
})
export const changePreferences = endpoint('PUT', '/api/user/preferences', {
  permission: 'profile.own',
  body: storedPreferences,
  returns: storedPreferences,
  summary: 'Saves preferences of the signed-in user; omitted ones do not change',
})
export const changePassword = endpoint('POST', '/api/user/password', {
  permission: 'profile.own',
  body: passwordChange,
  summary: 'Changes the password and ends the other sessions of this user',
})

// Accounts and their sessions.

/** One active session of the user. */
export const session = z.object({
  id: z.int(),
  createdAt: momentText,
  lastSeenAt: momentText,
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint('GET', '/api/user/sessions', {
  permission: 'profile.own',
  returns: z.array(session),
  summary: 'Sessions of the signed-in user, last used first',
})
export const endOtherSessions = endpoint('DELETE', '/api/user/sessions', {
  permission: 'profile.own',
  summary: 'Ends all other sessions of the signed-in user',
})
export const endOwnSession = endpoint('DELETE', '/api/user/sessions/:id', {
  permission: 'profile.own',
  summary: 'Ends another session of the signed-in user',
})
export const endSessions = endpoint('DELETE', '/api/users/:id/sessions', {
  permission: 'users.manage',
  summary: 'Ends every session of one user',
})

/** The list of accounts. */
export const userList = defineList({
  name: 'users',
  row: user,
  defaultSort: 'username',
  fields: {
    username: field.text({ label: 'Username', sortable: true, filterable: true, column: {} }),
    email: field.text({
      label: 'Email',
      sortable: true,
      filterable: true,
      column: { width: 220, phone: 'line' },
    }),
    role: field.choice(roles, {
      label: 'Role',
      sortable: true,
      filterable: true,
      column: { phone: 'amount' },
    }),
    isActive: { ...field.active(), column: { width: 110, phone: 'badge' } },
    createdAt: field.moment({
      label: 'Since',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    id: field.references({ sortable: true, filterable: true }),
  },
  chips: ['isActive'],
})

export const userQuery = userList.query
export type UserQuery = z.infer<typeof userQuery>

export const newUser = z.object({
  ...z.omit(registration, { setupToken: true }).shape,
  role: user.shape.role,
})
export type NewUser = z.infer<typeof newUser>

/** What an administrator may change in an account; `password` resets a forgotten one. */
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
  summary: 'All accounts, including those that await activation',
})
export const createUser = endpoint('POST', '/api/users', {
  permission: 'users.manage',
  body: newUser,
  ignores: ['id', 'createdAt'],
  returns: user,
  status: 201,
  summary: 'Creates an account with a role',
})
export const updateUser = endpoint('PUT', '/api/users/:id', {
  permission: 'users.manage',
  checksVersion: true,
  body: userChange,
  returns: user,
  summary: "Changes an account's role or activates it; ends its sessions",
})
