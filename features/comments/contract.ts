import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, momentText, searchText, text } from '#platform/kernel/fields.ts'
import { commentedEntities, maxCharacters } from './rules.ts'

const entity = z.enum(commentedEntities)

/** A comment on a record, in plain text; `@` and a username mention a user. */
export const commentForm = z.object({ entity, entityId: id(), text: text(maxCharacters) })
export type CommentForm = z.output<typeof commentForm>

export const comment = z.object({
  id: z.int(),
  entity,
  entityId: z.int(),
  text: z.string(),
  author: z.string(),
  /** The mentioned usernames. */
  mentions: z.array(z.string()),
  createdAt: momentText,
})
export type Comment = z.infer<typeof comment>

/** A user who can be mentioned. */
export const mentionable = z.object({ id: z.int(), username: z.string() })
export type Mentionable = z.infer<typeof mentionable>

export const createComment = endpoint('POST', '/api/comments', {
  permission: 'comments.write',
  body: commentForm,
  returns: comment,
  status: 201,
  summary: 'Adds a comment to a record and notifies the mentioned users',
})
export const deleteComment = endpoint('DELETE', '/api/comments/:id', {
  permission: 'comments.write',
  summary: 'Deletes one of your comments',
})
export const restoreComment = endpoint('POST', '/api/comments/:id/restore', {
  permission: 'comments.write',
  returns: comment,
  summary: 'Restores a comment that you deleted',
})
export const listMentionable = endpoint('GET', '/api/comments/mentionable', {
  permission: 'comments.write',
  query: z.object({
    entity,
    q: z.optional(searchText(50)),
  }),
  returns: z.array(mentionable),
  summary: 'Up to eight users who may read records of this kind, by the start of their names',
})
