import * as z from 'zod/mini'

// An upsert creates and updates many records in one call. Each record is validated and answered by
// itself: an invalid one is not written, and the others are.

/** The maximum number of records in one upsert. */
export const maxUpserts = 1000

export const upsertStatuses = ['created', 'updated', 'unchanged', 'failed'] as const

/** The code of a refusal, such as `insufficient-stock`. */
export const problemCode = z.string()

/** An invalid field of a record. */
export const fieldProblem = z.object({ path: z.string(), code: z.string(), message: z.string() })

/** Why a record was not written: the code, the sentence and the fields of a problem document. */
export const recordProblem = z.object({
  code: problemCode,
  detail: z.string(),
  errors: z.array(fieldProblem),
})
export type RecordProblem = z.infer<typeof recordProblem>

/** What became of one record; `index` is its position in the call, from 0. */
export const upsertResult = z.object({
  index: z.int(),
  status: z.enum(upsertStatuses),
  /** The id of the record; null if there is none, because it failed or changes nothing. */
  id: z.nullable(z.int()),
  /** Why the record failed; null for the other statuses. */
  problem: z.nullable(recordProblem),
})
export type UpsertResult = z.infer<typeof upsertResult>

/** One result for each record, in the order of the call, and their number by status. */
export const upsertOutcome = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  results: z.array(upsertResult),
})
export type UpsertOutcome = z.infer<typeof upsertOutcome>

const recordForms = new WeakMap<z.core.$ZodType, z.ZodMiniType>()

/**
 * The body of an upsert: 1 to 1,000 records. Any value passes as a record, because each is
 * validated with `form` by itself; the OpenAPI document describes them with it.
 */
export function upsertForm<Form extends z.ZodMiniType>(form: Form) {
  const record = z.custom<z.input<Form>>()
  recordForms.set(record, form)
  const tooMany = `At most ${maxUpserts.toLocaleString('en-US')} records at once`
  const records = z
    .array(record)
    .check(z.minLength(1, 'Required'), z.maxLength(maxUpserts, tooMany))
  return z.object({ records: z.pipe(z.transform(cutTooMany), records) })
}

/** Millions of records are too many without a look at each. */
function cutTooMany(value: unknown): unknown {
  const isTooLong = Array.isArray(value) && value.length > maxUpserts
  return isTooLong ? value.slice(0, maxUpserts + 1) : value
}

/**
 * The fields that a record is answered with and that its form does not have. A record of an upsert
 * may contain them, so that it can be sent back as it was answered; they have no effect.
 */
export function answerOnlyFields(answer: { shape: object }, form: { shape: object }): string[] {
  return Object.keys(answer.shape).filter((name) => !(name in form.shape))
}

/** The form of a record of an upsert; undefined for any other schema. */
export function recordFormOf(schema: z.core.$ZodType): z.ZodMiniType | undefined {
  return recordForms.get(schema)
}
