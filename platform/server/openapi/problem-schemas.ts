import { type Json, refTo } from './wire-types.ts'

// The problem document (RFC 9457), and the codes it may have.

/** The schemas of problems, with the codes of this program. */
export function problemSchemas(codes: Readonly<Record<string, string>>): Record<string, Json> {
  return {
    Problem: problem,
    ProblemCode: codeSchema(codes),
    FieldProblem: fieldProblem,
    StaleProblem: withCurrent({
      type: 'object',
      description: 'The record as it is now.',
      properties: { version: { type: 'integer' } },
    }),
  }
}

/** A problem whose `current` has a schema. */
export function withCurrent(current: Json): Json {
  const own = { type: 'object', properties: { current } }
  return { allOf: [refTo('Problem'), own] }
}

function codeSchema(codes: Readonly<Record<string, string>>): Json {
  const names = Object.keys(codes).toSorted()
  return {
    type: 'string',
    description: 'Why a request was refused. Codes are stable; sentences may change.',
    ...(names.length > 0 && { enum: names, 'x-enumDescriptions': codes }),
  }
}

const problem: Json = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string', description: 'The meaning of the status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: {
      type: 'string',
      description: 'A readable description of the error, in one sentence.',
    },
    code: refTo('ProblemCode'),
    requestId: { type: 'string', description: 'The id of the request in the log.' },
    errors: {
      type: 'array',
      description: 'The invalid fields.',
      items: refTo('FieldProblem'),
    },
  },
  examples: [
    {
      type: '/problems/invalid',
      title: 'Invalid input',
      status: 422,
      detail: 'Quantity must be at least 1',
      code: 'invalid',
      requestId: '5b0c8c1e-6f0a-4f6b-9d0e-2f4a4c1e7a10',
      errors: [
        { path: 'items.0.quantity', code: 'invalid', message: 'Quantity must be at least 1' },
      ],
    },
  ],
}

const fieldProblem: Json = {
  type: 'object',
  description: 'What is wrong with one field.',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'The field, such as `items.0.quantity`.' },
    code: { type: 'string', examples: ['required', 'invalid', 'amount-out-of-range'] },
    message: { type: 'string', description: 'A sentence for people.' },
  },
}
