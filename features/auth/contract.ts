// One file: the calls of accounts, sign-in and sessions are read as one list
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
  /** True if a forgotten password can be reset by email. */
  passwordReset: z.boolean(),
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
export const maxListLayouts = 100

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
  returns: z.extend(user, {
    preferences: z.optional(storedPreferences),
    /** Present if every other call is refused until the user has a second factor. */
    mustEnroll: z.optional(z.literal(true)),
  }),
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

// The second factor.

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not matter. */
const oneTimeCode = text(40)

/** The second factor of the signed-in user. */
export const secondFactor = z.object({
  isOn: z.boolean(),
  /** True if the role of the user requires one. */
  isRequired: z.boolean(),
  confirmedAt: z.nullable(momentText),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactor>

/** The password again, so that a session left open cannot add a second factor. */
export const passwordAgain = z.object({ password })
export type PasswordAgain = z.infer<typeof passwordAgain>

/** The key for the authenticator app: as text to type, and as the text of a QR code. */
export const secondFactorKey = z.object({ secret: z.string(), qrText: z.string() })
export type SecondFactorKey = z.infer<typeof secondFactorKey>

export const secondFactorCode = z.object({ code: oneTimeCode })
export type SecondFactorCode = z.infer<typeof secondFactorCode>

/** The password and a code, for changes that weaken the account. */
export const secondFactorProof = z.object({ password, code: oneTimeCode })
export type SecondFactorProof = z.infer<typeof secondFactorProof>

/** Codes that each replace the authenticator app once; shown only in this answer. */
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

export const loginWithSecondFactor = endpoint('POST', '/api/login/second-factor', {
  permission: 'open',
  body: secondFactorCode,
  returns: user,
  summary: 'The second step of a sign-in: starts the session, within 5 minutes of the password',
})
export const readSecondFactor = endpoint('GET', '/api/user/second-factor', {
  permission: 'profile.own',
  returns: secondFactor,
  summary: 'Whether the signed-in user has a second factor, and needs one',
})
export const enrollSecondFactor = endpoint('POST', '/api/user/second-factor', {
  permission: 'profile.own',
  body: passwordAgain,
  returns: secondFactorKey,
  summary: 'Begins a second factor; it counts once a code has confirmed it',
})
export const confirmSecondFactor = endpoint('POST', '/api/user/second-factor/confirm', {
  permission: 'profile.own',
  body: secondFactorCode,
  returns: newRecoveryCodes,
  summary: 'Turns on the second factor by a first code; ends the other sessions of this user',
})
export const createRecoveryCodes = endpoint('POST', '/api/user/second-factor/recovery-codes', {
  permission: 'profile.own',
  body: secondFactorProof,
  returns: newRecoveryCodes,
  summary: 'Replaces the recovery codes of the signed-in user',
})
export const turnOffSecondFactor = endpoint('POST', '/api/user/second-factor/turn-off', {
  permission: 'profile.own',
  body: secondFactorProof,
  summary: 'Turns off the second factor of the signed-in user',
})
export const removeSecondFactor = endpoint('DELETE', '/api/users/:id/second-factor', {
  permission: 'users.manage',
  summary: 'Removes a lost second factor of another user and ends their sessions',
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

/** What an account is: only an active one can sign in. */
export const userStates = ['active', 'awaiting approval', 'invited', 'deactivated'] as const

/** A user as administrators see it. */
export const userRow = z.extend(user, {
  state: z.enum(userStates),
  hasSecondFactor: z.boolean(),
  /** The last request of a session, or the last sign-in; null if there was none. */
  lastSeenAt: z.nullable(momentText),
  /** The number of valid sessions. */
  sessionCount: z.int(),
})
export type UserRow = z.infer<typeof userRow>

/** The list of accounts. */
export const userList = defineList({
  name: 'users',
  row: userRow,
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
    state: field.choice(userStates, {
      label: 'State',
      sortable: true,
      filterable: true,
      column: { width: 140, phone: 'badge' },
    }),
    isActive: field.yesNo({ label: 'Can sign in', sortable: true, filterable: true }),
    hasSecondFactor: field.yesNo({
      label: 'Second factor',
      valueLabels: { true: 'On', false: 'Off' },
      filterable: true,
      column: { width: 130 },
    }),
    lastSeenAt: field.moment({ label: 'Last seen', column: { width: 150 } }),
    sessionCount: field.units({ label: 'Sessions', column: { width: 100 } }),
    createdAt: field.moment({
      label: 'Since',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    id: field.references({ sortable: true, filterable: true }),
  },
  chips: ['state', 'hasSecondFactor'],
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
  returns: z.array(userRow),
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
  // A row of the list may be sent back with a change.
  ignores: ['state', 'hasSecondFactor', 'lastSeenAt', 'sessionCount'],
  returns: user,
  summary: "Changes an account's role or activates it; ends its sessions",
})

// Links by email.

/** A request for a link to choose a new password. */
export const resetRequest = z.object({ email: email() })
export type ResetRequest = z.infer<typeof resetRequest>

const linkToken = z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(100))

export const newPassword = z.object({ token: linkToken, password: registration.shape.password })
export type NewPassword = z.infer<typeof newPassword>

/** An account for a person who chooses the password by a link. */
export const invitation = z.object({
  username: registration.shape.username,
  email: email(),
  role: user.shape.role,
})
export type Invitation = z.infer<typeof invitation>

export const acceptance = z.object({
  token: linkToken,
  username: registration.shape.username,
  password: registration.shape.password,
})
export type Acceptance = z.infer<typeof acceptance>

export const requestPasswordReset = endpoint('POST', '/api/password-reset', {
  permission: 'open',
  body: resetRequest,
  summary: 'Sends a link to choose a new password, if an account has the address',
})
export const resetPassword = endpoint('POST', '/api/password-reset/complete', {
  permission: 'open',
  body: newPassword,
  summary: 'Sets a new password by a link and ends all sessions; starts none',
})
export const acceptInvitation = endpoint('POST', '/api/invitation/accept', {
  permission: 'open',
  body: acceptance,
  summary: 'Accepts an invitation by its link; starts no session',
})
export const inviteUser = endpoint('POST', '/api/users/invitations', {
  permission: 'users.manage',
  body: invitation,
  returns: user,
  status: 201,
  summary: 'Creates an account and invites its person by email',
})
export const sendInvitation = endpoint('POST', '/api/users/:id/invitation', {
  permission: 'users.manage',
  summary: 'Sends an invitation again',
})
export const sendResetLink = endpoint('POST', '/api/users/:id/reset-link', {
  permission: 'users.manage',
  summary: 'Sends a user a link to choose a new password',
})

export const declineUser = endpoint('POST', '/api/users/:id/decline', {
  permission: 'users.manage',
  summary: 'Rejects a sign-up that awaits approval, or withdraws an invitation',
})

// Accounts that wait after many wrong passwords.

export const readSlowedUsers = endpoint('GET', '/api/users/slowed', {
  permission: 'users.manage',
  isDerived: true,
  returns: z.object({ userIds: z.array(z.int()) }),
  summary: 'The users with so many wrong passwords or codes that further ones may have to wait',
})
export const unlockUser = endpoint('POST', '/api/users/:id/unlock', {
  permission: 'users.manage',
  summary: 'Forgets the wrong passwords and codes of a user',
})
