import { version } from '#package.json'
import type { ApiDescription } from '#platform/server/openapi/openapi.ts'
import { contracts } from './contracts.ts'
import { bodyExamples } from './request-body-examples.ts'
import { parameterDescriptions } from './parameter-descriptions.ts'
import { problemCodes } from './problem-codes.ts'
import { schemaNotes } from './schema-notes.ts'
import { describedWebhooks } from './webhooks.ts'

/** What the OpenAPI document says of the API, beyond what follows from the routes. */
export const apiDescription: ApiDescription = {
  rooms: contracts,
  parameters: parameterDescriptions,
  problemCodes,
  webhooks: describedWebhooks,
  examples: bodyExamples,
  schemaNotes,
  conflicts: {
    createOrder: 'OrderValidation',
    createSalesOrder: 'OrderValidation',
    replaceReturn: 'OrderValidation',
    updateSalesOrder: 'OrderValidation',
  },
  version,
}
