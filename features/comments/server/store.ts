import { grantsOfOwnRole, ownGrants } from '#features/auth/server/service.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import type { Comment } from '../contract.ts'
import { records } from './commented-records.ts'
import type { CommentedEntity } from '../rules.ts'

/** The display code of a record; undefined if it does not exist. */
export async function codeOf(
  db: Db,
  entity: CommentedEntity,
  id: number,
): Promise<string | undefined> {
  const statement = { name: `comments_code_of_${entity}`, text: records[entity].codeQuery }
  return (await rows<{ code: string }>(db, statement, [id]))[0]?.code
}

export type Person = {
  id: number
  username: string
  role: string
  grants: string[] | null
}

const findMentionedUsers = {
  name: 'comments_find_named',
  text: `select u.id, u.username, u.role, ${ownGrants} as grants from users u
         where is_active and position('@' || lower(username) in lower($1)) > 0
         order by id`,
}

/** Active users whose name follows some `@` of the text, or starts with the word after it. */
export function mentionedUsers(db: Db, text: string): Promise<Person[]> {
  return text.includes('@') ? rows<Person>(db, findMentionedUsers, [text]) : Promise.resolve([])
}

const findMentioned = {
  name: 'comments_find_mentioned',
  text: `select u.id, u.username, u.role, ${ownGrants} as grants from users u
         where u.id = any($1::int[])
         order by u.id`,
}

/** The users with some ids, with what they may do now. */
export function findPeople(db: Db, ids: readonly number[]): Promise<Person[]> {
  return rows<Person>(db, findMentioned, [ids])
}

const findByName = {
  name: 'comments_find_by_name',
  text: `select u.id, u.username from users u
         where u.is_active and u.id <> $3
           and (u.role = any($1::text[])
                or exists (select from own_roles o
                           where o.id = u.own_role_id and $4::text = any ${grantsOfOwnRole}))
           and lower(username) like lower($2) || '%'
         order by lower(username), id
         limit 8`,
}

type MentionQuery = {
  /** The built-in roles of the users, or the permission that their own role has. */
  roles: readonly string[]
  permission: string
  prefix: string
  excludedUserId: number
}

/** Active users who may read a record, by name prefix. */
export function findUsersByPrefix(
  db: Db,
  { roles, permission, prefix, excludedUserId }: MentionQuery,
) {
  const escaped = prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const values = [roles, escaped, excludedUserId, permission]
  return rows<{ id: number; username: string }>(db, findByName, values)
}

const addComment = {
  name: 'add_comment',
  text: `insert into comments (entity, entity_id, author_id, body, mentions, created_at)
         values ($1, $2, $3, $4, $5::int[], $6::timestamptz)
         returning id`,
}

type NewComment = {
  entity: CommentedEntity
  entityId: number
  authorId: number
  text: string
  mentions: readonly number[]
  now: Date
}

/** Inserts a comment and returns its id. */
export async function insertComment(db: Db, comment: NewComment): Promise<number> {
  const { entity, entityId, authorId, text, mentions, now } = comment
  const values = [entity, entityId, authorId, text, mentions, now.toISOString()]
  return (await rows<{ id: number }>(db, addComment, values))[0]?.id ?? 0
}

export type StoredComment = Comment & {
  authorId: number
  mentionIds: number[]
  deletedAt: string | null
}

const findComment = {
  name: 'find_comment',
  text: `select c.id, c.entity, c.entity_id as "entityId", c.body as text, u.username as author,
           c.author_id as "authorId", c.mentions as "mentionIds", c.deleted_at as "deletedAt",
           c.created_at as "createdAt",
           array(select m.username::text from users m where m.id = any(c.mentions) order by m.id)
             as mentions
         from comments c join users u on u.id = c.author_id
         where c.id = $1
         for update of c`,
}

/** One comment, deleted or not, locked until the end of the transaction. */
export async function lockComment(db: Db, id: number): Promise<StoredComment | undefined> {
  return (await rows<StoredComment>(db, findComment, [id]))[0]
}

const setDeleted = {
  name: 'set_comment_deleted',
  text: 'update comments set deleted_at = $2::timestamptz where id = $1',
}

/** Sets or clears the deletion time of a comment. */
export async function hideComment(db: Db, id: number, deletedAt: string | null): Promise<void> {
  await rows(db, setDeleted, [id, deletedAt])
}
