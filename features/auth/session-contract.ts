import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { momentText } from '#platform/kernel/fields.ts'

// The signed-in user, as every page needs it.

/** A user as every signed-in user may see it; the password hash never leaves the server. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
  isActive: z.boolean(),
  createdAt: momentText,
  version: z.int(),
  /** The permissions of a role of the company's own, for its holder; absent otherwise. */
  grants: z.optional(z.array(z.string())),
})
export type User = z.infer<typeof user>

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
  summary: 'The signed-in user; 401 if no one is signed in',
})
export const logout = endpoint('POST', '/api/logout', {
  permission: 'open',
  summary: 'Ends the session',
})
export const readSignOutAddress = endpoint('GET', '/api/sign-out-address', {
  permission: 'open',
  returns: z.object({ address: z.nullable(z.string()) }),
  summary: 'Where the browser goes after sign-out, so that the provider ends its session, too',
})
export const changePreferences = endpoint('PUT', '/api/user/preferences', {
  permission: 'profile.own',
  body: storedPreferences,
  returns: storedPreferences,
  summary: 'Saves preferences of the signed-in user; omitted ones do not change',
})

/**
 * The key with which a browser encrypts what it keeps for work without a connection. It is the same
 * in each session of a user, so that what one session kept is readable in the next.
 */
export const offlineKey = z.object({
  userId: z.int(),
  /** 256 bits as base64url. */
  key: z.string(),
  /** Seconds until this session ends, however active. */
  lifeSeconds: z.int(),
  /** Seconds without use after which it ends. */
  idleSeconds: z.int(),
  /** The time of the server, because the clock of a device may be wrong. */
  serverTime: momentText,
})
export type OfflineKey = z.infer<typeof offlineKey>

export const readOfflineKey = endpoint('GET', '/api/user/offline-key', {
  permission: 'device.own',
  returns: offlineKey,
  summary: 'The key that encrypts what the browser keeps for this user; only for a session',
})
