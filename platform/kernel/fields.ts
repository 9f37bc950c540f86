import * as z from 'zod/mini'
import { type Day, isDay } from './days.ts'
import { isBeyondMoney, isDecimal } from './money.ts'
import { outOfRange } from './refusal.ts'

// The field types of the wire. Text is NFC, trimmed, and free of NUL and lone surrogates, which
// PostgreSQL cannot store; codes also refuse invisible characters that would hide a duplicate.

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

/** More combining marks in a row than any language writes (Unicode UAX #15, stream-safe text). */
const longMarkRun = /\p{M}{31}/u
const mostPerCharacter = 4

const streamSafe = z.refine<string>((text) => !longMarkRun.test(text), {
  error: 'This text has more than 30 combining marks in a row',
})

/**
 * Normalizes text to NFC, unless its raw length or a run of combining marks makes that expensive:
 * sorting the marks is quadratic. Composing shrinks text to a quarter at most, so whatever is left
 * alone here is refused by `streamSafe` or by its length.
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

/** A required code that people and machines type: as text, with no invisible characters. */
export function code(max = 50) {
  return text(max).check(visible)
}

/** What a secret of webhooks must be, as Standard Webhooks recommends. */
export const strongSecretSentence =
  'at least 24 random bytes: whsec_ and their base64, or a text as long as that'

/** Whether a secret of webhooks is hard to guess: 24 bytes or more, of 10 kinds at least. */
export function isStrongSecret(secret: string): boolean {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : secret
  return bytes.length >= 24 && new Set(bytes).size >= 10
}

function fromBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** Letters and digits alone, in lower case: `4500-1188 22` and `4500118822` are the same. */
export function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Text of at most `max` characters that may be empty. */
export function freeText(max = 200) {
  return searchText(max).check(storable)
}

const oneLine = z.refine<string>((text) => !/[\n\v\f\r\u0085\u2028\u2029]/.test(text), {
  error: 'Must be one line',
})

/** Required text of one line, such as a name that stands in lists, headers and e-mail. */
export function lineText(max = 200) {
  return text(max).check(oneLine)
}

/** Text of one line that may be empty. */
export function freeLine(max = 200) {
  return freeText(max).check(oneLine)
}

/** Text that is searched for: of at most `max` characters, which need not be storable. */
export function searchText(max = 200) {
  return z.string().check(z.trim(), normalizedTo(max), streamSafe, atMost(max))
}

export const mostWords = 12
/** Words of one or two letters are in no index: each is looked for in every row. */
export const mostShortWords = 6

/** The different words of a text that is searched for. */
export function differentWords(text: string): string[] {
  return [...new Map(text.split(/\s+/).map((word) => [word.toLowerCase(), word])).values()].filter(
    Boolean,
  )
}

function hasFewShortWords(text: string): boolean {
  return differentWords(text).filter((word) => word.length <= 2).length <= mostShortWords
}

/** What records are searched by: each of its words is looked for, so they are few. */
export function searchWords(max = 200) {
  return searchText(max).check(
    z.refine((text) => differentWords(text).length <= mostWords, {
      error: `Search for at most ${mostWords} different words`,
    }),
    z.refine((text) => differentWords(text).length > mostWords || hasFewShortWords(text), {
      error: `Search for at most ${mostShortWords} words of one or two letters`,
    }),
  )
}

/** Optional text: absent stays absent, empty and null mean none. */
export function optionalText(max = 200) {
  return z.optional(
    z.pipe(
      z.nullable(freeText(max)),
      z.transform((value) => value || null),
    ),
  )
}

/** A required e-mail address. The pattern is linear: no nested repetition. */
export function email() {
  return text(254).check(z.regex(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/, { error: 'Invalid input' }))
}

/** An e-mail address that may be left out: absent stays absent, empty and null mean none. */
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

/** An amount that is not negative. */
export const price = z.pipe(
  money,
  z.string().check(z.refine((value) => !value.startsWith('-'), { error: 'Must not be negative' })),
)

/** A whole number of units from `min` to the largest the database holds. */
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

/** A query parameter that is the id of a record, or is left out. */
export const idParameter = z.optional(
  z.coerce
    .number(isOfRecord)
    .check(z.int(isOfRecord), z.minimum(1, isOfRecord), z.maximum(maxInteger, isOfRecord)),
)

/** What is said of text that is no day. */
export const notADay = 'Must be a date such as 2026-03-01'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** A business day in wire form. Of an ISO moment it is the day that is written there. */
export const dayField = z.pipe(
  z.pipe(
    z.string({ error: requiredOrInvalid }).check(z.maxLength(40, { error: notADay, abort: true })),
    z.transform((value: string) => (moment.test(value) ? value.slice(0, 10) : value)),
  ),
  z.pipe(
    z.string().check(z.refine(isDay, { error: notADay })),
    z.transform((value: string) => value as Day),
  ),
)

const answered = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/

/** A moment a list is filtered by: as answers write it, or a business day for all moments of it. */
export const momentQuery = z.optional(
  z
    .string()
    .check(z.refine(isDayOrMoment, { error: 'Must be a day or a moment' }), z.maxLength(40)),
)

function isDayOrMoment(value: string): boolean {
  if (isDay(value)) return true
  return answered.test(value) && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
}

/** A day that may be left out; null, and the text of an emptied field, are none. */
export const optionalDay = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(dayField),
  ),
)

const unsaid = z.transform((value: unknown) => (value === '' || value === null ? undefined : value))

/** A day that null, and the text of an emptied field, say nothing of: it is as without them. */
export const dayOrUnsaid = z.optional(z.pipe(unsaid, z.optional(dayField)))

/** An amount that is not negative and may be left out; null, and an emptied field, are none. */
export const optionalPrice = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(price),
  ),
)

/** An amount that is not negative, of which null and an emptied field say nothing either. */
export const priceOrUnsaid = z.optional(z.pipe(unsaid, z.optional(price)))

function beyond({ input }: { input?: unknown }): string {
  const isLow = String(input).startsWith('-')
  return isLow ? 'Must be at least -9,999,999,999.99' : 'Must be at most 9,999,999,999.99'
}

function requiredOrInvalid(issue: { input?: unknown }): string {
  return issue.input === undefined || issue.input === null ? 'Required' : 'Invalid input'
}

/** A secret of webhooks as it is typed; empty for none. */
export const webhookSecret = freeText(500).check(
  z.refine((text) => text === '' || isStrongSecret(text), {
    error: `Must be ${strongSecretSentence}`,
  }),
)
