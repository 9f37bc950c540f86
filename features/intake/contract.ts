// One file: the schemas and endpoints of the intake inbox are read together.
import * as z from 'zod/mini'
import { addressField } from '#features/customers/address-rules.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  dayText,
  freeLine,
  freeText,
  id,
  lineText,
  momentText,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { correctedCell, intakeForm, intakeMarks, intakeProblem } from './intake-form.ts'
import { ageLabels, channelLabels, correctionLabels, stateLabels } from './labels.ts'
import {
  correctionKinds,
  intakeAges,
  intakeChannels,
  intakeOwners,
  intakeStates,
  maxUnitFactor,
} from './rules.ts'

// For the API description, besides the schemas of this file.
export {
  correctedCell,
  intakeCell,
  intakeForm,
  intakeLine,
  intakeMark,
  intakeProblem,
  intakeProblemRecord,
} from './intake-form.ts'
export { countIntakeMessages } from './open-count-contract.ts'

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

/** The largest text that can be pasted, in bytes of UTF-8. */
const maxTextBytes = 262_144

/** A message of the inbox as returned in lists. */
export const intakeMessage = z.object({
  id: z.int(),
  channel: z.enum(intakeChannels),
  /** Who sent it: an EDI partner, an email address, an API key or a user. */
  sender: z.string(),
  /** What it is called: a file name, a subject, or its first words. */
  subject: z.string(),
  customerId: nullableId,
  customerCode: nullableText,
  customerPO: nullableText,
  state: z.enum(intakeStates),
  /** The first problem, and how many there are. */
  problem: nullableText,
  problemCount: z.int(),
  /** Why it was rejected, or how it was settled. */
  reason: nullableText,
  ownerId: nullableId,
  ownerName: nullableText,
  /** The numbers of the orders that it became. */
  orderNumbers: z.array(z.string()),
  duplicateOf: nullableId,
  /** How often the same message arrived while it was open. */
  arrivals: z.int(),
  /** The size of the raw message in bytes, and its SHA-256. */
  size: z.int(),
  sha256: z.string(),
  /** False once the raw message was deleted by its age. */
  isRawStored: z.boolean(),
  receivedAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type IntakeMessage = z.infer<typeof intakeMessage>

/** A line of the form with the names of its SKU. */
export const intakeFormLine = z.object({
  source: nullableId,
  code: nullableText,
  skuId: nullableId,
  sku: nullableText,
  name: nullableText,
  unitOfMeasure: nullableText,
  quantity: nullableId,
  unit: nullableText,
  unitPrice: z.nullable(amountText),
})
export type IntakeFormLine = z.infer<typeof intakeFormLine>

export const intakeMessageDetails = z.extend(intakeMessage, {
  /** The raw message as text; null if it was deleted, or is no text. */
  text: nullableText,
  /** False if the message is run again as it was received: the fields of its form are empty. */
  hasForm: z.boolean(),
  customerName: nullableText,
  shipDate: z.nullable(dayText),
  cancelAfter: z.nullable(dayText),
  shippingAddress: nullableText,
  notes: nullableText,
  items: z.array(intakeFormLine),
  /** What each value was read from. */
  marks: intakeMarks,
  problems: z.array(intakeProblem),
  /** What was corrected in this message, besides its raw bytes. */
  cells: z.array(correctedCell),
  orders: z.array(z.object({ id: z.int(), orderNumber: z.string(), status: z.string() })),
})
export type IntakeMessageDetails = z.infer<typeof intakeMessageDetails>

/** The list of messages. Its columns fit a screen of 1440 pixels beside the sidebar. */
export const intakeMessageList = defineList({
  name: 'intake-messages',
  row: intakeMessage,
  defaultSort: '-id',
  fields: {
    id: field.references({ label: 'Message', sortable: true, column: { width: 85 } }),
    channel: field.choice(intakeChannels, {
      label: 'Channel',
      valueLabels: channelLabels,
      filterable: true,
      column: { width: 100 },
    }),
    // Of one line, so that the wide column is the one with what is wrong.
    sender: field.text({ label: 'Sender', column: { isLong: 'one line', width: 145 } }),
    subject: field.text({
      label: 'Message text',
      column: { isLong: true, width: 220, isOptional: true },
    }),
    customerCode: field.text({ label: 'Customer', column: { width: 110, phone: 'line' } }),
    customerPO: field.text({ label: 'Customer PO', column: { width: 125 } }),
    state: field.choice(intakeStates, {
      label: 'State',
      valueLabels: stateLabels,
      filterable: true,
      column: { width: 145, phone: 'badge' },
    }),
    problem: field.text({ label: 'Problem', column: { isLong: true, width: 230 } }),
    ownerName: field.text({ label: 'Owner', column: { width: 120, isOptional: true } }),
    orderNumbers: field.text({ label: 'Orders', column: { width: 170, isOptional: true } }),
    receivedAt: field.moment({
      label: 'Received',
      sortable: true,
      column: { width: 140, isOptional: true },
    }),
    age: field.choice(intakeAges, {
      label: 'Age',
      valueLabels: ageLabels,
      filterable: true,
      column: { width: 120, phone: 'date' },
    }),
    owner: field.only(intakeOwners, {
      label: 'Owner',
      valueLabels: { me: 'Me', nobody: 'Unassigned', other: 'Someone else' },
      filterable: true,
    }),
    open: field.only(['true'], { label: 'Open', filterable: true }),
    customerId: field.references({ filterable: true }),
  },
  chips: ['state', 'channel', 'owner', 'age'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Open', filters: { open: 'true' } },
    { label: 'Needs attention', filters: { state: 'needs attention' } },
    { label: 'Mine', filters: { open: 'true', owner: 'me' } },
  ],
})
export const intakeMessageQuery = intakeMessageList.query
export type IntakeMessageQuery = z.output<typeof intakeMessageQuery>

export const listIntakeMessages = endpoint('GET', '/api/intake-messages', {
  permission: 'intake.read',
  query: intakeMessageQuery,
  returns: z.array(intakeMessage),
  summary: 'The messages of the intake inbox, newest first',
})
export const readIntakeMessage = endpoint('GET', '/api/intake-messages/:id', {
  permission: 'intake.read',
  returns: intakeMessageDetails,
  summary: 'One message with its text, its form, what each value was read from, and its problems',
})
export const downloadIntakeMessage = endpoint('GET', '/api/intake-messages/:id/file', {
  permission: 'intake.read',
  file: 'application/octet-stream',
  summary: 'The original message as it was received',
})

const pastedText = z.string({ error: 'Paste the text of an order' }).check(
  z.refine((value) => value.trim() !== '', { error: 'Paste the text of an order' }),
  z.maxLength(maxTextBytes, { error: 'The text is too long. The limit is 256 KB' }),
  z.refine((value) => new TextEncoder().encode(value).length <= maxTextBytes, {
    error: 'The text is too long. The limit is 256 KB',
  }),
  z.refine((value) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value), {
    error: 'This text has characters that cannot be stored',
  }),
)

export const pasteForm = z.object({
  text: pastedText,
  /** Who sent it, if that is known: an email address or a name. */
  sender: z.optional(freeLine(254)),
})
export type PasteForm = z.output<typeof pasteForm>

export const createIntakeMessage = endpoint('POST', '/api/intake-messages', {
  permission: 'intake.work',
  body: pasteForm,
  returns: intakeMessageDetails,
  status: 201,
  summary:
    'Reads a pasted order text into a message of the inbox. Creates no order. A text that is ' +
    'open already is returned; one that was settled before is a duplicate of it',
})

export const intakeChanges = z.extend(intakeForm, {
  /** Whether corrections are stored for the next message of the customer. Default: true. */
  remember: z.optional(z.boolean()),
})
export type IntakeChanges = z.output<typeof intakeChanges>

export const updateIntakeMessage = endpoint('PUT', '/api/intake-messages/:id', {
  permission: 'intake.work',
  checksVersion: true,
  body: intakeChanges,
  returns: intakeMessageDetails,
  summary: 'Replaces the form of an open message, and stores what was corrected',
})

export const placeIntakeForm = z.object({
  /** Places the order although the customer PO, or nearly the same lines, exist already. */
  isRepeatAccepted: z.optional(z.boolean()),
  /** Places the order at our prices although the customer states others. */
  isPriceAccepted: z.optional(z.boolean()),
})
export const placeIntakeMessage = endpoint('POST', '/api/intake-messages/:id/place', {
  permission: 'intake.work',
  checksVersion: true,
  body: placeIntakeForm,
  returns: intakeMessageDetails,
  summary:
    'Creates the order of a message by the rules of Order Entry, in the name of the caller, who ' +
    'also needs `orders.create`',
})
/** At most so many values are corrected at once. */
const maxCells = 500

export const correctIntakeForm = z.object({
  cells: z
    .array(
      z.object({
        /** A row of the file, or the position of a line in the 850. */
        row: units(1),
        field: lineText(50),
        value: freeText(500),
      }),
    )
    .check(
      z.minLength(1, { error: 'Correct at least one value' }),
      z.maxLength(maxCells, { error: `At most ${maxCells} values at once` }),
    ),
})
export type CorrectIntakeMessage = z.output<typeof correctIntakeForm>
export const correctIntakeMessage = endpoint('POST', '/api/intake-messages/:id/correct', {
  permission: 'intake.work',
  checksVersion: true,
  body: correctIntakeForm,
  returns: intakeMessageDetails,
  summary:
    'Corrects values of an open file or 850 that its problems name (`cells`), in this message ' +
    'alone. The raw message stays as it is; the next run reads these values instead',
})

const runIntakeQuery = z.object({
  /**
   * The first rows of orders of a file to create although they equal earlier ones: `2,7`. The order
   * of an 850 is row 1.
   */
  again: z.optional(
    z
      .string()
      .check(
        z.maxLength(4000),
        z.regex(
          /^\d{1,7}(,\d{1,7})*$/,
          'Must be the first row of each order, separated by commas, such as 2,7',
        ),
      ),
  ),
})
export const runIntakeMessage = endpoint('POST', '/api/intake-messages/:id/run', {
  permission: 'intake.work',
  checksVersion: true,
  query: runIntakeQuery,
  returns: intakeMessageDetails,
  summary:
    'Runs the unchanged raw message again, with the corrections since. An EDI order or a CSV ' +
    'file is placed; a text is read anew, which replaces its form. An order of a file that ' +
    'equals one of an earlier day, and an 850 whose PO another order has, is created only if its ' +
    'row is in `again`',
})
export const intakeReason = z.object({ reason: text(500) })
export const rejectIntakeMessage = endpoint('POST', '/api/intake-messages/:id/reject', {
  permission: 'intake.work',
  checksVersion: true,
  body: intakeReason,
  returns: intakeMessageDetails,
  summary: 'Rejects an open message with a reason. Creates no order, and sends no answer',
})
export const matchIntakeForm = z.object({ duplicateOf: id('Must be the id of a message') })
export const matchIntakeMessage = endpoint('POST', '/api/intake-messages/:id/match', {
  permission: 'intake.work',
  checksVersion: true,
  body: matchIntakeForm,
  returns: intakeMessageDetails,
  summary: 'Marks an open message as a duplicate of another one',
})
export const reopenIntakeMessage = endpoint('POST', '/api/intake-messages/:id/reopen', {
  permission: 'intake.work',
  checksVersion: true,
  returns: intakeMessageDetails,
  summary: 'Opens a rejected message, or a duplicate, again',
})

/** The active users who may work in the inbox, by name. */
export const readIntakeAssignees = endpoint('GET', '/api/intake-messages/assignees', {
  permission: 'intake.work',
  returns: z.object({ users: z.array(z.object({ id: z.int(), username: z.string() })) }),
  summary: 'The users to whom a message of the inbox can be assigned',
})

export const intakeAssignment = z.object({ ownerId: id('Please select a user') })
export const changeIntakeForm = z
  .object({
    action: z.enum(['assign', 'unassign', 'reject']),
    ids: stepIds,
    /** To assign: the user who gets the messages. Default: the caller. */
    ownerId: z.optional(intakeAssignment.shape.ownerId),
    /** Required to reject. */
    reason: z.optional(text(500)),
  })
  .check(
    z.refine(({ action, reason }) => action !== 'reject' || reason !== undefined, {
      error: 'Required',
      path: ['reason'],
    }),
    z.refine(({ action, ownerId }) => action === 'assign' || ownerId === undefined, {
      error: 'Only messages that are assigned get an owner',
      path: ['ownerId'],
    }),
  )
export type ChangeIntakeMessages = z.output<typeof changeIntakeForm>

export const changeIntakeMessages = endpoint('POST', '/api/intake-messages/change', {
  permission: 'intake.work',
  body: changeIntakeForm,
  returns: bulkOutcome,
  summary:
    'Assigns messages to the caller, to another user who may work in the inbox, or to nobody, ' +
    'or rejects them. Each is changed by itself; the others are returned with the reason',
})
export const runIntakeMessages = endpoint('POST', '/api/intake-messages/run', {
  permission: 'intake.work',
  body: z.object({ ids: stepIds }),
  returns: bulkOutcome,
  summary:
    'Runs messages again, one after another. Those that still need attention, or cannot be run, ' +
    'are returned with the reason',
})

/** A stored correction of a customer. */
export const intakeCorrection = z.object({
  id: z.int(),
  customerId: z.int(),
  customerCode: z.string(),
  kind: z.enum(correctionKinds),
  /** What the customer writes. */
  text: z.string(),
  skuId: nullableId,
  sku: nullableText,
  /** Our unit, or the address to ship to. */
  value: nullableText,
  /** How many of our units one of theirs is. */
  factor: z.int(),
  createdByName: nullableText,
  updatedAt: momentText,
})
export type IntakeCorrection = z.infer<typeof intakeCorrection>

/** The list of corrections. */
export const intakeCorrectionList = defineList({
  name: 'intake-corrections',
  row: intakeCorrection,
  defaultSort: '-id',
  fields: {
    customerCode: field.text({ label: 'Customer', column: { width: 110 } }),
    kind: field.choice(correctionKinds, {
      label: 'Kind',
      valueLabels: correctionLabels,
      filterable: true,
      column: { width: 120, phone: 'badge' },
    }),
    text: field.text({
      label: 'Customer’s text',
      column: { isLong: true, width: 150, phone: 'line' },
    }),
    sku: field.text({ label: 'SKU', column: { width: 115 } }),
    value: field.text({ label: 'Our value', column: { isLong: true, width: 150 } }),
    factor: field.units({ label: 'Our units per theirs', column: { width: 155 } }),
    createdByName: field.text({ label: 'Updated by', column: { width: 115 } }),
    updatedAt: field.moment({ label: 'Updated', column: { width: 110, phone: 'date' } }),
    id: field.references({ sortable: true }),
    customerId: field.references({ filterable: true }),
  },
  chips: ['kind'],
})

export const listIntakeCorrections = endpoint('GET', '/api/intake-corrections', {
  permission: 'intake.read',
  query: intakeCorrectionList.query,
  returns: z.array(intakeCorrection),
  summary: 'What was corrected in messages of customers, and is applied to the next ones',
})
export const correctionForm = z
  .object({
    customerId: id('Please select a customer'),
    /**
     * What the customer writes: a part number, with `factor` a unit of the SKU, or with
     * `shippingAddress` a ship-to.
     */
    text: lineText(500),
    /** The SKU; not for a ship-to. */
    skuId: z.optional(id('Please select a SKU')),
    /** How many of the SKU's units one unit of the customer is. */
    factor: z.optional(
      units(1).check(z.maximum(maxUnitFactor, { error: 'Must be at most 10,000' })),
    ),
    /** The address that a ship-to means. */
    shippingAddress: addressField,
  })
  .check(
    z.refine(({ shippingAddress }) => shippingAddress !== null, {
      error: 'Required',
      path: ['shippingAddress'],
    }),
    z.refine(
      ({ skuId, shippingAddress }) => (skuId === undefined) !== (shippingAddress === undefined),
      { error: 'Select a SKU, or enter the address of a ship-to', path: ['skuId'] },
    ),
    z.refine(({ factor, skuId }) => factor === undefined || skuId !== undefined, {
      error: 'Only a unit of a SKU has a factor',
      path: ['factor'],
    }),
  )
export type CorrectionForm = z.output<typeof correctionForm>
export const createIntakeCorrection = endpoint('POST', '/api/intake-corrections', {
  permission: 'intake.work',
  body: correctionForm,
  returns: intakeCorrection,
  status: 201,
  summary:
    'Stores which SKU a part number of a customer means, with `factor` how many units of a SKU ' +
    'their unit means, or with `shippingAddress` which address their ship-to means; an earlier ' +
    'meaning is replaced',
})
export const deleteIntakeCorrection = endpoint('DELETE', '/api/intake-corrections/:id', {
  permission: 'intake.work',
  summary: 'Deletes a correction, so that it is not applied any more',
})
