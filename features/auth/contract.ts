// One file: the calls of accounts, sign-in and sessions are read as one list
import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  code,
  dayField,
  dayText,
  email,
  freeLine,
  id,
  lineText,
  momentText,
  opaqueText,
  optionalText,
  price,
  text,
} from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { chosenPermissions } from './role-rules.ts'
import { user } from './session-contract.ts'
import { userChoice } from './user-choice.ts'

export {
  changePreferences,
  currentUser,
  listLayout,
  logout,
  maxListLayouts,
  type OfflineKey,
  offlineKey,
  readOfflineKey,
  readSignOutAddress,
  type StoredPreferences,
  storedPreferences,
  type User,
  user,
} from './session-contract.ts'

/** The name of a role: a built-in one, or one of the company's own. */
const roleName = z
  .string({ error: 'Required' })
  .check(z.minLength(1, { error: 'Required' }), z.maxLength(40))

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
  /** The button of single sign-on, and whether people sign in by it alone; null if it is off. */
  singleSignOn: z.nullable(z.object({ buttonText: z.string(), isOnly: z.boolean() })),
})
export type SignInFacts = z.infer<typeof signInFacts>

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
export const readSignInFacts = endpoint('GET', '/api/sign-in', {
  permission: 'open',
  returns: signInFacts,
  summary: 'The sign-up options, for the sign-in screen',
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

// Passkeys.

const base64Url = (max: number) =>
  z.string().check(z.regex(/^[\w-]+$/, { error: 'Must be base64url' }), z.maxLength(max))
const credentialParts = {
  id: base64Url(2000),
  rawId: base64Url(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.enum(['platform', 'cross-platform']))),
  clientExtensionResults: z.record(z.string().check(z.maxLength(100)), z.unknown()),
}
const transport = z.string().check(z.regex(/^[a-z-]+$/), z.maxLength(30))
const transports = z.array(transport).check(z.maxLength(20))

/** What a browser answers when it made a passkey (RegistrationResponseJSON of WebAuthn). */
export const createdCredential = z.object({
  ...credentialParts,
  response: z.object({
    clientDataJSON: base64Url(10_000),
    attestationObject: base64Url(50_000),
    authenticatorData: z.optional(base64Url(50_000)),
    publicKey: z.optional(base64Url(10_000)),
    publicKeyAlgorithm: z.optional(z.int()),
    transports: z.optional(transports),
  }),
})
export type CreatedCredential = z.infer<typeof createdCredential>

/** What a browser answers when a passkey signed (AuthenticationResponseJSON of WebAuthn). */
export const signedCredential = z.object({
  ...credentialParts,
  response: z.object({
    clientDataJSON: base64Url(10_000),
    authenticatorData: base64Url(10_000),
    signature: base64Url(10_000),
    userHandle: z.optional(z.nullable(base64Url(200))),
  }),
})
export type SignedCredential = z.infer<typeof signedCredential>

const credentialName = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialName),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** What a browser needs to sign with a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof requestOptions>

/** One passkey of the user. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** True if the maker of the device keeps a copy for other devices of the user. */
  isSynced: z.boolean(),
  createdAt: momentText,
  lastUsedAt: z.nullable(momentText),
})
export type Passkey = z.infer<typeof passkey>

/** The password, or a code of an account with a second factor. */
export const passkeyProof = z.object({
  password: z.optional(password),
  code: z.optional(oneTimeCode),
})
export type PasskeyProof = z.infer<typeof passkeyProof>

/** The name of a passkey, such as that of its device. */
export const passkeyName = z.object({ name: lineText(100) })
export type PasskeyName = z.infer<typeof passkeyName>

export const newPasskey = z.extend(passkeyName, { credential: createdCredential })
export type NewPasskey = z.infer<typeof newPasskey>

export const passkeySignIn = z.object({ credential: signedCredential })
export type PasskeySignIn = z.infer<typeof passkeySignIn>

export const startPasskeySignIn = endpoint('POST', '/api/login/passkey/options', {
  permission: 'open',
  returns: requestOptions,
  summary: 'Begins a sign-in with a passkey; the challenge is valid once, for 5 minutes',
})
export const loginWithPasskey = endpoint('POST', '/api/login/passkey', {
  permission: 'open',
  body: passkeySignIn,
  returns: user,
  summary: 'Starts a session by a passkey, without a password and a second factor',
})
export const readPasskeys = endpoint('GET', '/api/user/passkeys', {
  permission: 'profile.own',
  returns: z.object({ passkeys: z.array(passkey) }),
  summary: 'The passkeys of the signed-in user, oldest first',
})
export const startPasskey = endpoint('POST', '/api/user/passkeys/options', {
  permission: 'profile.own',
  body: passkeyProof,
  returns: creationOptions,
  summary: 'Begins a passkey of the signed-in user, by the password or the second factor',
})
export const addPasskey = endpoint('POST', '/api/user/passkeys', {
  permission: 'profile.own',
  body: newPasskey,
  returns: passkey,
  status: 201,
  summary: 'Adds a passkey of the signed-in user',
})
export const renamePasskey = endpoint('PUT', '/api/user/passkeys/:id', {
  permission: 'profile.own',
  body: passkeyName,
  returns: passkey,
  summary: 'Renames a passkey of the signed-in user',
})
export const removePasskey = endpoint('POST', '/api/user/passkeys/:id/remove', {
  permission: 'profile.own',
  body: passkeyProof,
  summary: 'Removes a passkey of the signed-in user, by the password or the second factor',
})

// Single sign-on with OpenID Connect.

const claim = (max: number) => z.optional(opaqueText(max))

/** The parameters with which the provider sends the browser back. */
export const signOnReturn = z.object({
  state: opaqueText(200).check(z.minLength(1, { error: 'Required' })),
  code: claim(8000),
  iss: claim(2000),
  error: claim(200),
  error_description: claim(2000),
})
export type SignOnReturn = z.infer<typeof signOnReturn>

/** The role that a group of the provider gives. */
export const groupRole = z.object({ group: lineText(300), role: roleName })

const singleSignOnParts = {
  /** The address of the provider; empty: single sign-on is off. */
  issuer: freeLine(500),
  clientId: freeLine(300),
  /** The claim that has the groups of a person. */
  groupClaim: lineText(100),
  /** The role of each group, the most important first. Other groups give no role. */
  groupRoles: z.array(groupRole).check(
    z.maxLength(100, { error: 'Map at most 100 groups' }),
    z.refine((all) => new Set(all.map(({ group }) => group)).size === all.length, {
      error: 'A group is mapped twice',
    }),
  ),
  /** True if a person without an account gets one at the first sign-in. */
  createsAccounts: z.boolean(),
  /** The role of a person without a mapped group; null: such a person is refused. */
  defaultRole: z.nullable(roleName),
  buttonText: lineText(50),
  /** True if only the break-glass administrator signs in another way. */
  isOnly: z.boolean(),
  /** The administrator who can always sign in with a password. */
  breakGlassId: z.nullable(id()),
}

/** The settings of single sign-on; the client secret is never returned. */
export const singleSignOn = z.object({
  ...singleSignOnParts,
  hasClientSecret: z.boolean(),
  /** The address to register with the provider, for sign-in and for sign-out. */
  returnAddress: z.string(),
  version: z.int(),
})
export type SingleSignOn = z.infer<typeof singleSignOn>

/** An omitted client secret stays, unless the issuer changes; an empty one is deleted. */
export const singleSignOnForm = z.object({
  ...singleSignOnParts,
  clientSecret: z.optional(freeLine(1000)),
})
export type SingleSignOnForm = z.output<typeof singleSignOnForm>

const providerAddress = z.object({ address: z.string() })

export const startSingleSignOn = endpoint('POST', '/api/login/single-sign-on', {
  permission: 'open',
  returns: providerAddress,
  summary: 'Begins a sign-in at the provider; returns the address that the browser opens',
})
export const completeSingleSignOn = endpoint('POST', '/api/login/single-sign-on/complete', {
  permission: 'open',
  body: signOnReturn,
  returns: user,
  summary: 'Ends a sign-in at the provider: starts the session, once and within 10 minutes',
})
export const readSingleSignOn = endpoint('GET', '/api/single-sign-on', {
  permission: 'users.manage',
  returns: singleSignOn,
  summary: 'The settings of single sign-on',
})
export const changeSingleSignOn = endpoint('PUT', '/api/single-sign-on', {
  permission: 'users.manage',
  checksVersion: true,
  body: singleSignOnForm,
  returns: singleSignOn,
  summary: 'Changes the settings of single sign-on; reads a new provider’s settings first',
})
export const unlinkSingleSignOn = endpoint('DELETE', '/api/users/:id/single-sign-on', {
  permission: 'users.manage',
  summary: 'Unlinks a user from the persons of the provider and ends their sessions',
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

/** The limits of a user; null stands for the limit of the role. */
export const userLimits = z.object({
  /** The highest total of a purchase order that the user may approve. */
  purchaseApprovalLimit: z.nullable(amountText),
  /** How far above the available credit the user may approve a sales order. */
  creditOverrideLimit: z.nullable(amountText),
  /** The most that the user may write off per invoice. */
  writeOffLimit: z.nullable(amountText),
})
export type UserLimits = z.infer<typeof userLimits>

/** The limits of one user, with the version of the account. */
export const limitsOfUser = z.extend(userLimits, { id: z.int(), version: z.int() })

/** A user as administrators see it. */
export const userRow = z.extend(user, {
  ...userLimits.shape,
  state: z.enum(userStates),
  hasSecondFactor: z.boolean(),
  /** True if a person of a provider of single sign-on belongs to the account. */
  isLinked: z.boolean(),
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
    username: field.text({
      label: 'Username',
      sortable: true,
      filterable: true,
      column: { width: 102 },
    }),
    // No filter, because the addresses of requests name no email address.
    email: field.text({
      label: 'Email',
      sortable: true,
      column: { isLong: 'one line', width: 122, phone: 'line' },
    }),
    role: field.text({
      label: 'Role',
      sortable: true,
      filterable: true,
      column: { width: 128, phone: 'amount' },
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
      column: { width: 104 },
    }),
    lastSeenAt: field.moment({ label: 'Last seen', column: { width: 176, phone: 'date' } }),
    sessionCount: field.units({ label: 'Sessions', column: { width: 78, isOptional: true } }),
    createdAt: field.moment({
      label: 'Since',
      sortable: true,
      column: { width: 110, isOptional: true },
    }),
    id: field.references({ sortable: true, filterable: true }),
  },
  chips: ['state', 'hasSecondFactor'],
})

export const userQuery = userList.query
export type UserQuery = z.infer<typeof userQuery>

export const newUser = z.object({
  ...z.omit(registration, { setupToken: true }).shape,
  role: roleName,
})
export type NewUser = z.infer<typeof newUser>

/** What an administrator may change in an account; `password` resets a forgotten one. */
export const userChange = z.object({
  role: z.optional(roleName),
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
  ignores: [
    'state',
    'hasSecondFactor',
    'isLinked',
    'lastSeenAt',
    'sessionCount',
    'purchaseApprovalLimit',
    'creditOverrideLimit',
    'writeOffLimit',
  ],
  returns: user,
  summary: "Changes an account's role or activates it; ends its sessions",
})

const limit = z.optional(z.nullable(price))

/** Limits to change; null returns to the limit of the role. */
export const userLimitsForm = z.object({
  purchaseApprovalLimit: limit,
  creditOverrideLimit: limit,
  writeOffLimit: limit,
})
export type UserLimitsForm = z.output<typeof userLimitsForm>

export const readUserLimits = endpoint('GET', '/api/users/:id/limits', {
  permission: 'users.manage',
  returns: limitsOfUser,
  summary: 'The limits of a user',
})
export const updateUserLimits = endpoint('PUT', '/api/users/:id/limits', {
  permission: 'users.manage',
  checksVersion: true,
  body: userLimitsForm,
  returns: limitsOfUser,
  summary: 'Changes the limits of another user; they count from the next decision on',
})

// Links by email.

/** A request for a link to choose a new password. */
export const resetRequest = z.object({ email: email() })
export type ResetRequest = z.infer<typeof resetRequest>

const linkToken = opaqueText(100).check(z.minLength(1, { error: 'Required' }))

export const newPassword = z.object({ token: linkToken, password: registration.shape.password })
export type NewPassword = z.infer<typeof newPassword>

/** An account for a person who chooses the password by a link. */
export const invitation = z.object({
  username: registration.shape.username,
  email: email(),
  role: roleName,
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

// Roles of the company's own.

/** A permission that a role of the company's own may have. */
export const chosenPermission = z.enum(chosenPermissions)

/** A role that the company made: what its holders may do beside what every role may. */
export const ownRole = z.object({
  id: z.int(),
  name: z.string(),
  permissions: z.array(chosenPermission),
  requiresSecondFactor: z.boolean(),
  /** How many accounts have the role, those that cannot sign in included. */
  userCount: z.int(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type OwnRole = z.infer<typeof ownRole>

export const ownRoleForm = z.object({
  name: text(40).check(
    z.regex(/^[\p{L}\p{N} &/()'’-]*$/u, { error: 'Use letters, digits, spaces and hyphens' }),
  ),
  permissions: z
    .array(chosenPermission)
    .check(
      z.minLength(1, { error: 'Choose at least one' }),
      z.maxLength(chosenPermissions.length, { error: 'Choose each once' }),
    ),
  requiresSecondFactor: z.optional(z.boolean()),
})
export type OwnRoleForm = z.infer<typeof ownRoleForm>

/** The list of the company's own roles. */
export const ownRoleList = defineList({
  name: 'roles',
  row: ownRole,
  defaultSort: 'name',
  fields: {
    name: field.text({ label: 'Role', sortable: true, column: { width: 200 } }),
    permissions: field.text({ label: 'What it may do', column: { isLong: true, phone: 'line' } }),
    requiresSecondFactor: field.yesNo({
      label: 'Second factor',
      valueLabels: { true: 'Required', false: 'Not required' },
      column: { width: 130 },
    }),
    userCount: field.units({ label: 'Users', column: { width: 90, phone: 'amount' } }),
    updatedAt: field.moment({ label: 'Changed', sortable: true, column: { width: 120 } }),
    createdAt: field.moment({ sortable: true }),
    id: field.reference({ sortable: true }),
  },
})

export const listRoles = endpoint('GET', '/api/roles', {
  permission: 'users.manage',
  query: ownRoleList.query,
  returns: z.array(ownRole),
  summary: 'The roles that the company made; the built-in ones do not change',
})
export const createRole = endpoint('POST', '/api/roles', {
  permission: 'users.manage',
  body: ownRoleForm,
  ignores: ['id', 'createdAt', 'updatedAt', 'version', 'userCount'],
  returns: ownRole,
  status: 201,
  summary: 'Creates a role from permissions, none that the caller does not hold',
})
export const updateRole = endpoint('PUT', '/api/roles/:id', {
  permission: 'users.manage',
  checksVersion: true,
  body: z.partial(ownRoleForm),
  returns: ownRole,
  summary: 'Changes a role; ends the sessions of its users if its permissions change',
})
export const deleteRole = endpoint('DELETE', '/api/roles/:id', {
  permission: 'users.manage',
  summary: 'Deletes a role that no account has',
})

// Delegation of approvals.

export const delegationStates = ['planned', 'active', 'over', 'ended'] as const

/** Who decides in the name of whom, from the first to the last day. */
export const delegation = z.object({
  id: z.int(),
  fromUserId: z.int(),
  fromUsername: z.string(),
  toUserId: z.int(),
  toUsername: z.string(),
  startsOn: dayText,
  endsOn: dayText,
  /** `ended` if it was ended before its last day. */
  state: z.enum(delegationStates),
  createdAt: momentText,
})
export type Delegation = z.infer<typeof delegation>

export const delegationForm = z.object({
  /** Whose approvals; one's own by default. Another's needs the permission to manage users. */
  fromUserId: z.optional(id('Choose a user')),
  toUserId: id('Choose a user'),
  startsOn: dayField,
  endsOn: dayField,
})
export type DelegationForm = z.output<typeof delegationForm>

/** The list of delegations. */
export const delegationList = defineList({
  name: 'delegations',
  row: delegation,
  defaultSort: '-startsOn',
  fields: {
    fromUsername: field.text({ label: 'Approvals of', sortable: true, column: {} }),
    toUsername: field.text({ label: 'Decided by', sortable: true, column: { phone: 'line' } }),
    startsOn: field.day({ label: 'From', sortable: true, column: { width: 110, phone: 'date' } }),
    endsOn: field.day({ label: 'Until', sortable: true, column: { width: 110 } }),
    state: field.choice(delegationStates, {
      label: 'State',
      column: { width: 110, phone: 'badge' },
    }),
    createdAt: field.moment({ sortable: true }),
    id: field.reference({ sortable: true }),
  },
})

export const listDelegations = endpoint('GET', '/api/delegations', {
  permission: 'profile.own',
  query: delegationList.query,
  returns: z.array(delegation),
  summary: 'Delegations from and to the caller; all of them for who manages users',
})
export const readDelegates = endpoint('GET', '/api/delegations/people', {
  permission: 'profile.own',
  returns: z.object({ users: z.array(userChoice) }),
  summary: 'The active users who may approve something, for who may delegate',
})
export const createDelegation = endpoint('POST', '/api/delegations', {
  permission: 'profile.own',
  body: delegationForm,
  ignores: ['id', 'createdAt', 'fromUsername', 'toUsername', 'state'],
  returns: delegation,
  status: 201,
  summary: 'Lets another user decide in one’s name, with one’s limits, for some days',
})
export const endDelegation = endpoint('DELETE', '/api/delegations/:id', {
  permission: 'profile.own',
  summary: 'Ends a delegation before its last day; it stays in the list',
})
