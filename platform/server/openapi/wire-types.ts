import { amountQuery, flagQuery, ids, textQuery, unitsQuery } from '#platform/kernel/endpoint.ts'
import * as fields from '#platform/kernel/fields.ts'
import type { Schema } from './operation-and-schema-names.ts'

// How the field types of the kernel are written in JSON. Their schemas convert what they read, so
// that the JSON form does not follow from them.

export type Json = Record<string, unknown>

const cents = '^-?\\d{1,10}\\.\\d{2}$'
const day = '2026-03-01'

/** The field types that are named schemas of the document: Zod schema, name and JSON Schema. */
export const wireTypes: readonly [schema: Schema, name: string, json: Json][] = [
  [
    fields.amountText,
    'Amount',
    {
      type: 'string',
      format: 'decimal',
      pattern: cents,
      description: 'An amount of money in US dollars, as decimal text with two decimals.',
      examples: ['1250.00'],
    },
  ],
  [
    fields.money,
    'AmountInput',
    {
      description: 'An amount of money in US dollars: decimal text, or a number.',
      anyOf: [{ type: 'string', pattern: '^-?\\d{1,10}(\\.\\d{1,2})?$' }, { type: 'number' }],
      examples: ['1250.00'],
    },
  ],
  [
    fields.price,
    'PriceInput',
    {
      description: 'An amount of zero or more in US dollars: decimal text, or a number.',
      anyOf: [
        { type: 'string', pattern: '^\\d{1,10}(\\.\\d{1,2})?$' },
        { type: 'number', minimum: 0 },
      ],
      examples: ['12.50'],
    },
  ],
  [fields.dayText, 'Day', dayJson('A business day, without time or time zone.')],
  [
    fields.momentText,
    'Moment',
    {
      type: 'string',
      format: 'date-time',
      description: 'A moment in UTC (ISO 8601).',
      examples: [`${day}T14:30:00.000Z`],
    },
  ],
]

/** Field types without a name of their own, by the names of the types they consist of. */
export const wireForms: ReadonlyMap<Schema, Json> = new Map<Schema, Json>([
  [fields.dayField, refTo('Day')],
  [fields.optionalDay, orNull('Day')],
  [fields.dayOrUnsaid, orNull('Day')],
  [fields.optionalPrice, orNull('PriceInput')],
  [fields.priceOrUnsaid, orNull('PriceInput')],
])

/** How query parameters are written, where a filter in a body is written otherwise. */
export const parameterForms: ReadonlyMap<Schema, Json> = new Map<Schema, Json>([
  [ids, { ...commaSeparated({ type: 'integer', minimum: 1 }), maxItems: 100 }],
  [unitsQuery, { type: 'integer', minimum: -999_999_999, maximum: 999_999_999 }],
  [fields.momentQuery, { type: 'string', maxLength: 40, examples: [day, `${day}T14:30:00.000Z`] }],
])

/** What a query parameter of a kind accepts, after the words of its name. */
export const filterKinds: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [ids, 'one id or several'],
  [textQuery, 'a value, or several separated by commas'],
  [amountQuery, 'an amount'],
  [unitsQuery, 'a whole number'],
  [flagQuery, '`true` or `false`'],
  [fields.idParameter, 'the id of a record'],
  [fields.momentQuery, 'a day in the time zone of the business, or a moment'],
])

export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** Several values in one query parameter, separated by commas (`style: form`, not exploded). */
export function commaSeparated(items: Json): Json {
  return { type: 'array', items }
}

function orNull(name: string): Json {
  return { anyOf: [refTo(name), { type: 'null' }] }
}

function dayJson(description: string): Json {
  return { type: 'string', format: 'date', description, examples: [day] }
}
