import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, moment, rowId } from '#platform/server/database/columns.ts'
import { roles } from '../rules.ts'

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
    role: text('role').notNull().default('user'),
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
    check('user_role_known', sql.raw(`role in (${roles.map((role) => `'${role}'`).join(', ')})`)),
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
  },
  (t) => [index('sessions_of_user').on(t.userId), index('sessions_last_seen').on(t.lastSeenAt)],
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
export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key in base32. The server computes codes from it, so it cannot be stored as a hash. */
  secret: text('secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last accepted code. Only a later step is accepted. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: moment('created_at')
    .notNull()
    .default(sql`now()`),
})

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
