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
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('sign_in_attempts_of_subject').on(t.subject, t.at),
    index('sign_in_attempts_at').on(t.at),
  ],
)
