import { problemOf } from './headers-and-problem-responses.ts'
import type { Json } from './wire-types.ts'

// The responses of `machine-endpoints.ts`, which have no validation schemas.

/** The tag of the endpoints below. */
export const machineTag = {
  name: 'Machines',
  description: 'Liveness, readiness, metrics, and this document.',
}

/** Liveness, readiness, metrics and the OpenAPI document, with their responses. */
export const machinePaths: Record<string, Json> = {
  '/livez': read('readLiveness', 'Whether the program is running', {
    200: answerOf('text/plain', 'It runs: `ok`.'),
    403: problemOf(403),
  }),
  '/readyz': read('readReadiness', 'Whether the program can serve requests', {
    200: answerOf('text/plain', 'It can: `ok`.'),
    503: answerOf('text/plain', 'It cannot, and why.'),
    403: problemOf(403),
  }),
  '/metrics': {
    get: {
      ...operation('readMetrics', 'Metrics of the program, for Prometheus', {
        200: answerOf('text/plain', 'In the text format of Prometheus.'),
        403: problemOf(403),
      }),
      description:
        'Metrics of the program, for Prometheus. Only from the machine itself, or with an ' +
        'API key of scope `metrics`.',
      security: [{}, { key: [] }],
    },
  },
  '/api/openapi.json': read('readOpenApiDocument', 'This document', {
    200: {
      description: 'OpenAPI 3.1.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    403: problemOf(403),
  }),
  '/api/docs': read('readApiDocs', 'This document as a page for people', {
    200: answerOf('text/html', 'The page.'),
    403: problemOf(403),
  }),
}

function read(operationId: string, summary: string, responses: Json): Json {
  return { get: operation(operationId, summary, responses) }
}

function operation(operationId: string, summary: string, responses: Json): Json {
  const common = { 'x-permission': 'open', security: [], parameters: [] }
  const description = `${summary}. No sign-in required.`
  return { operationId, summary, description, tags: [machineTag.name], ...common, responses }
}

function answerOf(mediaType: string, description: string): Json {
  return { description, content: { [mediaType]: { schema: { type: 'string' } } } }
}
