import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** Comments on records. The text never changes; a deleted comment is hidden. */
export const comments = pgTable(
  'comments',
  {
    id: rowId(),
    entity: text('entity').notNull(),
    entityId: integer('entity_id').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    body: text('body').notNull(),
    /** Ids of the mentioned users. */
    mentions: integer('mentions').array().notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    index('comments_of_record').on(t.entity, t.entityId, t.id),
    index('comments_of_author').on(t.authorId),
    check('comment_length', sql`char_length(body) between 1 and 2000`),
  ],
)
