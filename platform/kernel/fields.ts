// One file: every field type of the API, and what they share.
import * as z from 'zod/mini'
import { type Day, day, isDay, type Moment } from './days.ts'
import { type Amount, isBeyondMoney, isDecimal } from './money.ts'
import { outOfRange } from './refusal.ts'

// The field types of the API. Text is NFC, trimmed, and free of NUL and lone surrogates, which
// PostgreSQL cannot store. Codes also reject invisible characters, which would hide a duplicate.

const unstorable = /[\u0000]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const invisible = /[\u0001-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/

export const maxInteger = 2_147_483_647

const storable = z.refine<string>((text) => !unstorable.test(text), {
  error: 'This text has characters that cannot be stored',
})
const visible = z.refine<string>((text) => !invisible.test(text), {
  error: 'This code has invisible characters',
})
const atMost = (max: number) =>
  z.maxLength(max, { error: `Must be at most ${max.toLocaleString('en-US')} characters` })
const filled = z.minLength(1, { error: 'Required' })

/**
 * Matches more combining marks in a row than any language uses (Unicode UAX #15, stream-safe text).
 */
const longMarkRun = /\p{M}{31}/u
const mostPerCharacter = 4

const streamSafe = z.refine<string>((text) => !longMarkRun.test(text), {
  error: 'This text has more than 30 combining marks in a row',
})

/**
 * Normalizes text to NFC, unless its raw length or a run of combining marks makes that expensive:
 * sorting the marks is quadratic. NFC shrinks text to a quarter at most, so any text skipped here
 * is rejected by `streamSafe` or by its length.
 */
const normalizedTo = (max: number) =>
  z.overwrite<string>((text) =>
    text.length > max * mostPerCharacter || longMarkRun.test(text) ? text : text.normalize('NFC'),
  )
const requiredText = z.string({
  error: (issue) => (issue.input === undefined ? 'Required' : 'Invalid input'),
})

/** Required text of 1 to `max` characters. */
export function text(max = 200) {
  return requiredText.check(z.trim(), normalizedTo(max), streamSafe, storable, filled, atMost(max))
}

/** Text of another program, such as a token: neither trimmed nor normalized, and perhaps empty. */
export function opaqueText(max: number) {
  return requiredText.check(storable, atMost(max))
}

/** A required code that people and machines type: like `text`, without invisible characters. */
export function code(max = 50) {
  return text(max).check(visible)
}

/** The required strength of a webhook secret, as Standard Webhooks recommends. */
export const strongSecretSentence =
  'at least 24 random bytes: whsec_ and their base64, or a text of the same length'

/**
 * True if a webhook secret is hard to guess: at least 24 bytes, with at least 10 different ones.
 */
export function isStrongSecret(secret: string): boolean {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : secret
  return bytes.length >= 24 && new Set(bytes).size >= 10
}

/**
 * The webhook secrets in a value: one or, while it is replaced, the new and the old one with a
 * comma between them. The whole text counts too, because a secret may have a comma in it.
 */
export function webhookSecretsIn(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  const areTwo = parts.length === 2 && parts.every(isStrongSecret)
  return areTwo ? [...parts, text] : [text]
}

/** True for a strong webhook secret, and for a new and an old one. */
export function areStrongSecrets(text: string): boolean {
  return webhookSecretsIn(text).some(isStrongSecret)
}

function fromBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** Strips everything but letters and digits, in lower case: `4500-1188 22` equals `4500118822`. */
export function lettersAndDigits(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

const shortCode = /^([a-z]*)[-./_]?(?=\d\d)0*(\d+)$/

/** The letters and the number of a code typed in short, such as `abr1007`, `a-1007` or `1007`. */
export function parseShortCode(text: string): { series: string; number: string } | undefined {
  const [, series, number] = shortCode.exec(text.trim().toLowerCase()) ?? []
  return series === undefined || number === undefined ? undefined : { series, number }
}

/** Text of at most `max` characters, which may be empty. */
export function freeText(max = 200) {
  return searchText(max).check(storable)
}

const oneLine = z.refine<string>((text) => !/[\n\v\f\r\u0085\u2028\u2029]/.test(text), {
  error: 'Must be one line',
})

/** Required one-line text, such as a name that appears in lists, headers and email. */
export function lineText(max = 200) {
  return text(max).check(oneLine)
}

/** One-line text that may be empty. */
export function freeLine(max = 200) {
  return freeText(max).check(oneLine)
}

/** A search text of at most `max` characters. It is not stored, so any characters are valid. */
export function searchText(max = 200) {
  return z.string().check(z.trim(), normalizedTo(max), streamSafe, atMost(max))
}

export const maxWords = 12
/** No index covers words of one or two letters, so each one scans every row. */
export const maxShortWords = 6

/** The distinct words of a search text, ignoring case. */
export function distinctWords(text: string): string[] {
  return [...new Map(text.split(/\s+/).map((word) => [word.toLowerCase(), word])).values()].filter(
    Boolean,
  )
}

function areWordsWithinLimits(text: string): boolean {
  return distinctWords(text).filter((word) => word.length <= 2).length <= maxShortWords
}

/** A search query. Each word is searched for separately, so the number of words is limited. */
export function searchWords(max = 200) {
  return searchText(max).check(
    z.refine((text) => distinctWords(text).length <= maxWords, {
      error: `Search for at most ${maxWords} different words`,
    }),
    z.refine((text) => distinctWords(text).length > maxWords || areWordsWithinLimits(text), {
      error: `Search for at most ${maxShortWords} words of one or two letters`,
    }),
  )
}

/** Optional text: undefined stays undefined; empty text and null become null. */
export function optionalText(max = 200) {
  return z.optional(
    z.pipe(
      z.nullable(freeText(max)),
      z.transform((value) => value || null),
    ),
  )
}

/** A required email address. The pattern is linear: no nested repetition. */
export function email() {
  return text(254).check(z.regex(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/, { error: 'Invalid input' }))
}

/** An optional email address: undefined stays undefined; empty text and null become null. */
export function optionalEmail() {
  const none = z.pipe(
    z.nullable(z.string().check(z.trim(), z.maxLength(0))),
    z.transform(() => null),
  )
  return z.optional(z.union([none, email()], { error: 'Invalid input' }))
}

/** An amount in wire form: decimal text (a JSON number of at most two decimals is accepted). */
export const money = z.pipe(
  z.union([z.string().check(z.maxLength(100)), z.number()], { error: requiredOrInvalid }),
  z.pipe(
    z.transform((value: string | number) => String(value).trim()),
    z.string().check(
      z.refine((text) => isDecimal(text) || isBeyondMoney(text), {
        error: 'Must be an amount with at most two decimals',
      }),
      z.refine((text) => !isBeyondMoney(text), { error: beyond, params: { code: outOfRange } }),
    ),
  ),
)

/** An amount in an answer: decimal text with two decimals. */
export const amountText = branded<Amount>(z.string().check(z.regex(/^-?\d+\.\d{2}$/)))

/** An amount of zero or more. */
export const price = z.pipe(
  money,
  z.string().check(z.refine((value) => !value.startsWith('-'), { error: 'Must not be negative' })),
)

/** A whole number of units from `min` to the largest integer of the database. */
export function units(min = 0, message = `Must be at least ${min}`) {
  return z
    .number({ error: requiredOrInvalid })
    .check(
      z.int({ error: 'Must be a whole number' }),
      z.minimum(min, { error: message }),
      z.maximum(maxInteger, { error: `Must be at most ${maxInteger.toLocaleString('en-US')}` }),
    )
}

/** The id of a record. */
export function id(message = 'Invalid input') {
  return z.int({ error: message }).check(z.positive(message), z.maximum(maxInteger, message))
}

const isOfRecord = { error: 'Must be the id of a record' }

/** An optional query parameter with the id of a record. */
export const idParameter = z.optional(
  z.coerce
    .number(isOfRecord)
    .check(z.int(isOfRecord), z.minimum(1, isOfRecord), z.maximum(maxInteger, isOfRecord)),
)

/** The error message for text that is not a day. */
export const notADay = 'Must be a date such as 2026-03-01'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** A business day in API form. Also accepts an ISO timestamp and uses the date written in it. */
export const dayField = z.pipe(
  z.pipe(
    z.string({ error: requiredOrInvalid }).check(z.maxLength(40, { error: notADay, abort: true })),
    z.transform((value: string) => (moment.test(value) ? value.slice(0, 10) : value)),
  ),
  z.pipe(
    z.string().check(z.refine(isDay, { error: notADay })),
    z.transform((value: string) => day(value)),
  ),
)

/** A business day in an answer. */
export const dayText = branded<Day>(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)))

/** Types the text that a schema accepts with the brand that callers receive. */
function branded<Text extends string>(schema: z.ZodMiniString): z.ZodMiniType<Text, string> {
  return schema as unknown as z.ZodMiniType<Text, string>
}

const answered = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/

/** A moment in an answer: ISO 8601 in UTC. */
export const momentText = branded<Moment>(z.string().check(z.regex(answered)))

/** A filter by time: a timestamp in the response format, or a business day for the whole day. */
export const momentQuery = z.optional(
  z
    .string()
    .check(z.refine(isDayOrMoment, { error: 'Must be a day or a moment' }), z.maxLength(40)),
)

function isDayOrMoment(value: string): boolean {
  return isDay(value) || isMoment(value)
}

/** True for a timestamp in the response format, such as `2026-03-01T15:00:00.000Z`. */
export function isMoment(value: string): boolean {
  return answered.test(value) && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
}

/** An optional day; null and empty text become null. */
export const optionalDay = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(dayField),
  ),
)

const unsaid = z.transform((value: unknown) => (value === '' || value === null ? undefined : value))

/** An optional day; null and empty text count as absent. */
export const dayOrUnsaid = z.optional(z.pipe(unsaid, z.optional(dayField)))

/** An optional amount of zero or more; null and empty text become null. */
export const optionalPrice = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(price),
  ),
)

/** An optional amount of zero or more; null and empty text count as absent. */
export const priceOrUnsaid = z.optional(z.pipe(unsaid, z.optional(price)))

function beyond({ input }: { input?: unknown }): string {
  const isLow = String(input).startsWith('-')
  return isLow ? 'Must be at least -9,999,999,999.99' : 'Must be at most 9,999,999,999.99'
}

function requiredOrInvalid(issue: { input?: unknown }): string {
  return issue.input === undefined || issue.input === null ? 'Required' : 'Invalid input'
}

/** A webhook secret as typed, or a new and an old one; empty for none. */
export const webhookSecret = freeText(500).check(
  z.refine((text) => text === '' || areStrongSecrets(text), {
    error: `Must be ${strongSecretSentence}`,
  }),
)

/**
 * The first characters of a text, at most `max` UTF-16 units. A character of two units is never cut
 * in half: half of one cannot be stored.
 */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max)
  return text.length > max && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
