// One file: the tables of accounts and of every way to sign in are read as one list
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, day, moment, money, rowId } from '#platform/server/database/columns.ts'
import { roles } from '../rules.ts'

const builtIn = `role in (${roles.map((role) => `'${role}'`).join(', ')})`

/**
 * Roles that the company made. The built-in roles have no row: what they may do is in the matrix of
 * `rules.ts`.
 */
export const ownRoles = pgTable(
  'own_roles',
  {
    id: rowId(),
    name: varchar('name', { length: 40 }).notNull(),
    nameFolded: text('name_folded').notNull(),
    permissions: text('permissions').array().notNull(),
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('own_role_name_taken').on(t.nameFolded),
    unique('own_role_by_name').on(t.id, t.name),
    check('own_role_name_free', sql.raw(`not (${builtIn.replace('role', 'name_folded')})`)),
  ],
)

/** User accounts. Usernames and emails are unique in the form that `folded` returns. */
export const users = pgTable(
  'users',
  {
    id: rowId(),
    username: varchar('username', { length: 50 }).notNull(),
    usernameFolded: text('username_folded').notNull(),
    email: varchar('email', { length: 254 }).notNull(),
    emailFolded: text('email_folded').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The name of the role: a built-in one, or that of the own role. */
    role: text('role').notNull().default('user'),
    /** The own role; null for a built-in role. */
    ownRoleId: integer('own_role_id'),
    /** The limits of this user. Null: those of the role. */
    purchaseApprovalLimit: money('purchase_approval_limit'),
    creditOverrideLimit: money('credit_override_limit'),
    writeOffLimit: money('write_off_limit'),
    isActive: boolean('is_active').notNull().default(true),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Why an inactive account was never active: it awaits an approval, or was invited. */
    pending: text('pending'),
    /** The user's preferences; settings that were never changed are absent. */
    preferences: jsonb('preferences').notNull().default({}),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('username_taken').on(t.usernameFolded),
    uniqueIndex('email_taken').on(t.emailFolded),
    // A renamed role is renamed here, too, and a role that somebody has cannot be deleted.
    foreignKey({
      name: 'users_own_role_fk',
      columns: [t.ownRoleId, t.role],
      foreignColumns: [ownRoles.id, ownRoles.name],
    }).onUpdate('cascade'),
    index('users_of_own_role').on(t.ownRoleId),
    check('user_role_known', sql.raw(`(${builtIn}) = (own_role_id is null)`)),
    check(
      'user_limits_not_negative',
      sql`purchase_approval_limit >= 0 and credit_override_limit >= 0 and write_off_limit >= 0`,
    ),
    check('user_pending_known', sql`pending in ('approval', 'invitation')`),
  ],
)

/** Sessions; only the hash of the cookie's token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    tokenSha256: bytes('token_sha256').primaryKey(),
    /** Identifies a session to its user without revealing its token. */
    id: integer('id').notNull().generatedAlwaysAsIdentity().unique('session_id_taken'),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    lastSeenAt: moment('last_seen_at')
      .notNull()
      .default(sql`now()`),
    address: text('address'),
    userAgent: varchar('user_agent', { length: 300 }),
    /** How the user signed in. */
    method: text('method').notNull().default('password'),
    /** The ID token of the sign-in at the provider, by which the provider ends its own session. */
    idToken: text('id_token'),
  },
  (t) => [
    index('sessions_of_user').on(t.userId),
    index('sessions_last_seen').on(t.lastSeenAt),
    check('session_method_known', sql`method in ('password', 'passkey', 'single-sign-on')`),
  ],
)

/** Rate-limited attempts: wrong passwords by account and address, and new accounts. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subject: text('subject').notNull(),
    /** The keyed hash of the account that the attempt was for, if it was for one. */
    account: text('account'),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('sign_in_attempts_of_subject').on(t.subject, t.at),
    index('sign_in_attempts_at').on(t.at),
    index('sign_in_attempts_of_account').on(t.account),
  ],
)

/**
 * The second factor of an account: the key that its authenticator app has, too. It counts from the
 * moment a first code confirmed it.
 */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * The key: in base32, or encrypted with a key of `SECRETS_KEY`. The server computes codes from
     * it, so it cannot be stored as a hash.
     */
    secret: text('secret').notNull(),
    confirmedAt: moment('confirmed_at'),
    /** The time step of the last accepted code. Only a later step is accepted. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  () => [check('second_factor_secret_form_known', sql`secret ~ '^([A-Z2-7]+$|aes256gcm[.])'`)],
)

/** The unused recovery codes of second factors, as hashes. Using one deletes it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeSha256: bytes('code_sha256').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('recovery_codes_of_user').on(t.userId)],
)

/**
 * Sign-ins whose password was right and whose second factor is missing. Only the hash of the
 * cookie's token is stored. It is no session.
 */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    tokenSha256: bytes('token_sha256').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('sign_in_challenges_of_user').on(t.userId),
    index('sign_in_challenges_created').on(t.createdAt),
  ],
)

/** Links in emails, to reset a password or accept an invitation; only a hash is stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenSha256: bytes('token_sha256').primaryKey(),
    kind: text('kind').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('account_links_of_user').on(t.userId),
    index('account_links_created').on(t.createdAt),
    check('account_link_kind_known', sql`kind in ('reset', 'invitation')`),
  ],
)

/**
 * The queue of emails with links, by address: also of addresses that no account has. It holds no
 * token: the job makes one as it sends.
 */
export const accountEmails = pgTable(
  'account_emails',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    emailFolded: text('email_folded').notNull(),
    /** The same for every attempt, so that a server can detect duplicates. */
    messageId: uuid('message_id').notNull().defaultRandom(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at')
      .notNull()
      .default(sql`now()`),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('account_emails_due').on(t.nextAttemptAt),
    check('account_email_kind_known', sql`kind in ('reset', 'invitation')`),
  ],
)

/** Who decides in the name of whom, on which days. An ended one stays for the history. */
export const approvalDelegations = pgTable(
  'approval_delegations',
  {
    id: rowId(),
    fromUserId: integer('from_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    toUserId: integer('to_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startsOn: day('starts_on').notNull(),
    endsOn: day('ends_on').notNull(),
    /** When it was ended before its last day. */
    endedAt: moment('ended_at'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('approval_delegations_to').on(t.toUserId),
    index('approval_delegations_from').on(t.fromUserId),
    check('approval_delegation_days_in_order', sql`starts_on <= ends_on`),
    check('approval_delegation_to_another', sql`from_user_id <> to_user_id`),
  ],
)

/**
 * The settings of single sign-on, in one row; without an issuer it is off. The provider gets the
 * client secret, so it cannot be stored as a hash; with `SECRETS_KEY` it is encrypted.
 */
export const singleSignOn = pgTable(
  'single_sign_on',
  {
    id: integer('id').primaryKey().default(1),
    issuer: text('issuer').notNull().default(''),
    clientId: text('client_id').notNull().default(''),
    clientSecret: text('client_secret'),
    /** The claim that has the groups of a person. */
    groupClaim: text('group_claim').notNull().default('groups'),
    /** True if a person without an account gets one at the first sign-in. */
    createsAccounts: boolean('creates_accounts').notNull().default(false),
    /** The role of a person without a mapped group; null: such a person is refused. */
    defaultRole: text('default_role'),
    /** The own role of that name; null for a built-in role. */
    defaultOwnRoleId: integer('default_own_role_id'),
    buttonText: varchar('button_text', { length: 50 }).notNull().default('Single sign-on'),
    /** True if nobody but the break-glass administrator signs in another way. */
    isOnly: boolean('is_only').notNull().default(false),
    breakGlassId: integer('break_glass_id').references(() => users.id),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    // A renamed role is renamed here, too, and a role that is given cannot be deleted.
    foreignKey({
      name: 'single_sign_on_own_role_fk',
      columns: [t.defaultOwnRoleId, t.defaultRole],
      foreignColumns: [ownRoles.id, ownRoles.name],
    }).onUpdate('cascade'),
    check('single_sign_on_is_one_row', sql`id = 1`),
    check(
      'single_sign_on_role_known',
      sql.raw(`(default_own_role_id is null or default_role is not null)
        and (default_${builtIn}) = (default_own_role_id is null)`),
    ),
    check(
      'single_sign_on_only_with_break_glass',
      sql`not is_only or (issuer <> '' and break_glass_id is not null)`,
    ),
  ],
)

/** Which role each group of the provider gives; of several, that with the lowest place counts. */
export const singleSignOnGroups = pgTable(
  'single_sign_on_groups',
  {
    place: integer('place').primaryKey(),
    mappedGroup: text('mapped_group').notNull(),
    role: text('role').notNull(),
    /** The own role of that name; null for a built-in role. */
    ownRoleId: integer('own_role_id'),
  },
  (t) => [
    uniqueIndex('group_mapped_twice').on(t.mappedGroup),
    foreignKey({
      name: 'single_sign_on_group_own_role_fk',
      columns: [t.ownRoleId, t.role],
      foreignColumns: [ownRoles.id, ownRoles.name],
    }).onUpdate('cascade'),
    check('single_sign_on_group_role_known', sql.raw(`(${builtIn}) = (own_role_id is null)`)),
  ],
)

/** The persons of providers that belong to accounts. A subject never changes its account. */
export const singleSignOnIdentities = pgTable(
  'single_sign_on_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    uniqueIndex('identity_of_user').on(t.userId, t.issuer),
  ],
)

/**
 * Sign-ins that went to the provider and are not back yet. Only the hashes of the state and of the
 * browser's cookie are stored; the nonce and the PKCE verifier follow from the cookie.
 */
export const singleSignOnAttempts = pgTable(
  'single_sign_on_attempts',
  {
    stateSha256: bytes('state_sha256').primaryKey(),
    browserSha256: bytes('browser_sha256').notNull(),
    /** The provider that the browser went to; after a change, another one gets no code of it. */
    issuer: text('issuer').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('single_sign_on_attempts_created').on(t.createdAt)],
)

/** Passkeys: the public keys of devices that sign a user in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** The signatures that the device has counted; 0 if it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: 100 }).notNull(),
    /** True if the device's maker keeps a copy, so that other devices of the user have it, too. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    uniqueIndex('credential_taken').on(t.credentialId),
    index('passkeys_of_user').on(t.userId),
  ],
)

/** Challenges that a passkey must sign, as hashes; the user is null for a sign-in. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeSha256: bytes('challenge_sha256').primaryKey(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('passkey_challenges_of_user').on(t.userId),
    index('passkey_challenges_created').on(t.createdAt),
  ],
)
