import { problemOf } from './openapi-answers.ts'

// The responses of `machines.ts`, which have no validation schemas.

type Json = Record<string, unknown>

/** Liveness, readiness, metrics and the OpenAPI document, with their responses. */
export const machinePaths: Record<string, Json> = {
  '/livez': read('Check that the program runs', {
    200: answerOf('text/plain', 'The program runs: `ok`.'),
  }),
  '/readyz': read('Check that the program can serve requests', {
    200: answerOf('text/plain', 'Ready: `ok`.'),
    503: answerOf('text/plain', 'Not ready, with the reason.'),
  }),
  '/metrics': {
    get: {
      ...operation('Metrics of the program for Prometheus', {
        200: answerOf('text/plain', 'In the text format of Prometheus.'),
        403: problemOf(403),
      }),
      description: 'Allowed from the same machine, or with an API key with the scope `metrics`.',
      security: [{}, { key: [] }],
    },
  },
  '/api/openapi.json': read('This document', {
    200: {
      description: 'OpenAPI 3.1.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  }),
  '/api/docs': read('This document as a web page', {
    200: answerOf('text/html', 'The page.'),
  }),
}

function read(summary: string, responses: Json): Json {
  return { get: operation(summary, responses) }
}

function operation(summary: string, responses: Json): Json {
  return { summary, 'x-permission': 'open', security: [], parameters: [], responses }
}

function answerOf(mediaType: string, description: string): Json {
  return { description, content: { [mediaType]: { schema: { type: 'string' } } } }
}
