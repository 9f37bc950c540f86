import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { bytes, moment, rowId } from '#platform/server/database/columns.ts'

/** Messages of every channel that may become orders, as they were received, and their state. */
export const intakeMessages = pgTable(
  'intake_messages',
  {
    id: rowId(),
    channel: text('channel').notNull(),
    /** The record of the channel that holds it, such as `edi_document 12`; recorded once. */
    sourceKey: text('source_key'),
    sender: text('sender').notNull().default(''),
    /** Who sent it, by a key that does not change, such as `partner 12`; '' if not known. */
    senderKey: text('sender_key').notNull().default(''),
    subject: text('subject').notNull().default(''),
    mediaType: text('media_type').notNull().default('text/plain'),
    /** The bytes as received; null once they were deleted by their age. */
    raw: bytes('raw'),
    sha256: bytes('sha256').notNull(),
    /** Of an order of the API as it was parsed, whatever its white space and order of keys. */
    orderSha256: bytes('order_sha256'),
    size: integer('size').notNull(),
    state: text('state').notNull(),
    /** The form of the message with its marks; null if it is run again as it was received. */
    content: jsonb('content'),
    /** How the channel reads it, for the next run. */
    options: jsonb('options'),
    problems: jsonb('problems')
      .notNull()
      .default(sql`'[]'::jsonb`),
    reason: text('reason'),
    customerId: integer('customer_id').references(() => customers.id),
    customerPo: text('customer_po'),
    ownerId: integer('owner_id').references(() => users.id),
    duplicateOf: integer('duplicate_of').references((): AnyPgColumn => intakeMessages.id),
    /** How often the same message arrived while it was open. */
    arrivals: integer('arrivals').notNull().default(1),
    createdBy: integer('created_by').references(() => users.id),
    receivedAt: moment('received_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    check(
      'intake_status_known',
      sql`state in ('received', 'needs attention', 'placed', 'rejected', 'duplicate')`,
    ),
    check(
      'intake_channel_known',
      sql`channel in ('web', 'phone', 'csv', 'edi', 'api', 'mobile', 'text', 'email')`,
    ),
    check('intake_size_not_negative', sql`size >= 0`),
    check('intake_arrives_once', sql`arrivals >= 1`),
    check('intake_rejection_has_reason', sql`state <> 'rejected' or reason is not null`),
    check('intake_is_not_its_own_duplicate', sql`duplicate_of <> id`),
    uniqueIndex('intake_source_once')
      .on(t.sourceKey)
      .where(sql`source_key is not null`),
    // The same message of one sender is open once; it is found by its hash after it was settled.
    uniqueIndex('intake_open_once')
      .on(t.channel, t.sha256, t.senderKey)
      .where(sql`state in ('received', 'needs attention')`),
    index('intake_messages_same').on(t.channel, t.sha256),
    index('intake_messages_open')
      .on(t.id, t.ownerId)
      .where(sql`state in ('received', 'needs attention')`),
    index('intake_messages_open_by_order')
      .on(t.orderSha256)
      .where(sql`state in ('received', 'needs attention')`),
    index('intake_messages_by_state').on(t.state, t.id),
    index('intake_messages_by_time').on(t.receivedAt, t.id),
    index('intake_messages_of_customer').on(t.customerId, t.id),
    index('intake_messages_of_owner').on(t.ownerId, t.id),
    index('intake_messages_of_creator').on(t.createdBy),
    index('intake_messages_by_original').on(t.duplicateOf),
    index('intake_messages_with_text')
      .on(t.receivedAt)
      .where(sql`raw is not null or content is not null or problems <> '[]'::jsonb`),
  ],
)

/** The orders that messages became. */
export const intakeOrders = pgTable(
  'intake_orders',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => intakeMessages.id),
    salesOrderId: integer('sales_order_id')
      .notNull()
      .references(() => salesOrders.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'intake_orders_pk', columns: [t.messageId, t.salesOrderId] }),
    index('intake_orders_of_order').on(t.salesOrderId),
  ],
)

/** What people corrected in messages of a customer; applied to the next ones. */
export const intakeCorrections = pgTable(
  'intake_corrections',
  {
    id: rowId(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** What the customer writes, and the form in which it is compared. */
    text: text('text').notNull(),
    key: text('key').notNull(),
    /** The SKU that a part number means, or whose unit is meant. */
    skuId: integer('sku_id').references(() => skus.id, { onDelete: 'cascade' }),
    value: text('value'),
    /** How many of our units one of theirs is. */
    factor: integer('factor').notNull().default(1),
    createdBy: integer('created_by').references(() => users.id),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    check('intake_correction_kind_known', sql`kind in ('part', 'unit', 'ship-to')`),
    check('intake_correction_has_sku', sql`(kind in ('part', 'unit')) = (sku_id is not null)`),
    check('intake_correction_has_value', sql`(kind in ('unit', 'ship-to')) = (value is not null)`),
    check('intake_correction_factor_positive', sql`factor >= 1`),
    uniqueIndex('intake_correction_once')
      .on(t.customerId, t.kind, t.key)
      .where(sql`kind <> 'unit'`),
    uniqueIndex('intake_unit_once')
      .on(t.customerId, t.key, t.skuId)
      .where(sql`kind = 'unit'`),
    index('intake_corrections_of_sku').on(t.skuId),
    index('intake_corrections_by_creator').on(t.createdBy),
  ],
)

/** Mailboxes read for orders or bounces, and up to which email each was read. */
export const intakeMailboxes = pgTable(
  'intake_mailboxes',
  {
    id: rowId(),
    name: text('name').notNull(),
    /** The numbering of the server; another one means that all numbers are new. */
    uidValidity: text('uid_validity'),
    lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
    /** Emails that arrived before are not read. */
    readsSince: moment('reads_since').notNull(),
    leasedUntil: moment('leased_until'),
  },
  (t) => [
    uniqueIndex('intake_mailbox_once').on(t.name),
    check('intake_mailbox_uid_not_negative', sql`last_uid >= 0`),
  ],
)
