import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'
import { documentStates, interchangeStates, partnerKinds, unknownSkuPolicies } from '../rules.ts'

const inList = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)
const since = (column: string) =>
  moment(column)
    .notNull()
    .default(sql`now()`)

/** EDI partners, with the identifiers of both sides. */
export const ediPartners = pgTable(
  'edi_partners',
  {
    id: rowId(),
    name: text('name').notNull(),
    kind: text('kind').notNull().default('customer'),
    customerId: integer('customer_id').references(() => customers.id),
    qualifier: varchar('qualifier', { length: 2 }).notNull(),
    identifier: varchar('identifier', { length: 15 }).notNull(),
    ownQualifier: varchar('own_qualifier', { length: 2 }).notNull(),
    ownIdentifier: varchar('own_identifier', { length: 15 }).notNull(),
    usage: varchar('usage', { length: 1 }).notNull(),
    unknownSku: text('unknown_sku').notNull().default('drop'),
    folder: text('folder'),
    isActive: boolean('is_active').notNull().default(true),
    /** The user in whose name mailbox orders are placed. */
    keeperId: integer('keeper_id').references(() => users.id),
    createdAt: since('created_at'),
    updatedAt: since('updated_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('edi_partner_taken').on(t.qualifier, t.identifier),
    uniqueIndex('edi_folder_taken')
      .on(t.folder)
      .where(sql`folder is not null`),
    index('edi_partners_of_customer').on(t.customerId),
    index('edi_partners_of_keeper').on(t.keeperId),
    check('edi_partner_kind_known', inList('kind', partnerKinds)),
    check('edi_usage_known', sql`usage in ('P', 'T')`),
    check('edi_unknown_sku_known', inList('unknown_sku', unknownSkuPolicies)),
    check('edi_partner_is_somebody', sql`(kind = 'customer') = (customer_id is not null)`),
  ],
)

/** The last control number of each partner and direction. */
export const ediControlNumbers = pgTable(
  'edi_control_numbers',
  {
    partnerId: integer('partner_id')
      .notNull()
      .references(() => ediPartners.id),
    direction: text('direction').notNull(),
    last: integer('last').notNull().default(0),
    epoch: integer('epoch').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.partnerId, t.direction] }),
    check('edi_control_direction_known', sql`direction in ('in', 'out')`),
    check('edi_control_fits', sql`last between 0 and 999999999`),
  ],
)

/** Every inbound and outbound interchange, with its text as received or sent. */
export const ediInterchanges = pgTable(
  'edi_interchanges',
  {
    id: rowId(),
    partnerId: integer('partner_id').references(() => ediPartners.id),
    direction: text('direction').notNull(),
    controlNumber: integer('control_number').notNull(),
    epoch: integer('epoch').notNull().default(1),
    usage: varchar('usage', { length: 1 }).notNull(),
    state: text('state').notNull(),
    /** The TA1 code, if a TA1 applies. */
    ta1: varchar('ta1', { length: 3 }),
    reason: text('reason'),
    fileName: text('file_name'),
    sha256: text('sha256').notNull(),
    raw: text('raw').notNull(),
    /** The interchange that this one answers. */
    answerTo: integer('answer_to').references((): AnyPgColumn => ediInterchanges.id),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: since('created_at'),
    sentAt: moment('sent_at'),
    acknowledgedAt: moment('acknowledged_at'),
  },
  (t) => [
    // A control number is used once in an epoch; one refused for its envelope may be sent again.
    uniqueIndex('edi_interchange_once')
      .on(t.partnerId, t.direction, t.epoch, t.controlNumber)
      .where(sql`state not in ('refused', 'duplicate', 'quarantined')`),
    index('edi_interchanges_answering').on(t.answerTo),
    index('edi_interchanges_by_creator').on(t.createdBy),
    index('edi_interchanges_ready')
      .on(t.partnerId, t.id)
      .where(sql`state = 'ready'`),
    index('edi_interchanges_unanswered')
      .on(t.sentAt)
      .where(sql`state = 'sent'`),
    check('edi_interchange_direction_known', sql`direction in ('in', 'out')`),
    check('edi_interchange_state_known', inList('state', interchangeStates)),
  ],
)

/** Partner files whose reading timed out; after the second time a file is quarantined. */
export const ediEndedReadings = pgTable(
  'edi_ended_readings',
  {
    partnerId: integer('partner_id')
      .notNull()
      .references(() => ediPartners.id),
    sha256: text('sha256').notNull(),
    endedCount: integer('ended_count').notNull().default(1),
    lastEndedAt: since('last_ended_at'),
  },
  (t) => [primaryKey({ name: 'edi_ended_readings_pk', columns: [t.partnerId, t.sha256] })],
)

/** The sets of the interchanges, with their references and outcomes. */
export const ediDocuments = pgTable(
  'edi_documents',
  {
    id: rowId(),
    interchangeId: integer('interchange_id')
      .notNull()
      .references(() => ediInterchanges.id),
    setId: varchar('set_id', { length: 3 }).notNull(),
    groupControl: text('group_control').notNull(),
    setControl: text('set_control').notNull(),
    sha256: text('sha256').notNull(),
    reference: text('reference'),
    state: text('state').notNull(),
    reason: text('reason'),
    /** True if a user must review it; settledAt is set once a user has. */
    needsPerson: boolean('needs_person').notNull().default(false),
    settledAt: moment('settled_at'),
    settledBy: integer('settled_by').references(() => users.id),
    note: text('note'),
    /**
     * The user who requested a hold on an order that could not be accepted yet; applied when it is.
     */
    holdWishedBy: text('hold_wished_by'),
    salesOrderId: integer('sales_order_id').references(() => salesOrders.id),
    /** The record it reports, such as `invoice 12`; each one is reported once. */
    tells: text('tells'),
    /** The segments of the set, for display in the UI. */
    body: jsonb('body').notNull(),
    createdAt: since('created_at'),
  },
  (t) => [
    index('edi_documents_of_interchange').on(t.interchangeId),
    index('edi_documents_of_order').on(t.salesOrderId),
    index('edi_documents_by_settler').on(t.settledBy),
    index('edi_documents_by_set').on(t.setId, t.id),
    index('edi_documents_same').on(t.sha256),
    index('edi_documents_to_hold')
      .on(sql`lower(reference)`)
      .where(sql`hold_wished_by is not null`),
    index('edi_documents_open')
      .on(t.id)
      .where(sql`needs_person and settled_at is null`),
    uniqueIndex('edi_document_tells_once')
      .on(t.tells)
      .where(sql`tells is not null`),
    check('edi_document_state_known', inList('state', documentStates)),
  ],
)
