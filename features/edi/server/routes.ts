import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { createEdiPartner, listEdiPartners, updateEdiPartner } from './partners.ts'
import * as service from './service.ts'
import { importEdi } from './inbound/import-interchange.ts'

export const channelRoutes: Route[] = [
  // Needs no idempotency key: the control number identifies a repeated file as a duplicate.
  route(
    contract.importEdi,
    async (ctx, { query, body }) => {
      const { dryRun, hold, leave } = query
      const options = { isDry: dryRun === 'true', chosen: { hold, leave } }
      return { interchanges: await importEdi(ctx, body, options) }
    },
    { ignoresKey: true },
  ),
  route(contract.listEdiInterchanges, (ctx, { query }) => service.listEdiInterchanges(ctx, query)),
  route(contract.readEdiInterchange, (ctx, { id }) => service.readEdiInterchange(ctx, id)),
  route(contract.downloadEdiInterchange, (ctx, { id }) => service.downloadEdiInterchange(ctx, id)),
  route(contract.listEdiDocuments, (ctx, { query }) => service.listEdiDocuments(ctx, query)),
  route(contract.sumEdiDocuments, (ctx, { query }) => service.sumEdiDocuments(ctx, query)),
  route(contract.settleEdiDocument, (ctx, { id, body }) =>
    service.settleEdiDocument(ctx, id, body),
  ),
  route(contract.listEdiPartners, (ctx, { query }) => listEdiPartners(ctx, query)),
  route(contract.createEdiPartner, (ctx, { body }) => createEdiPartner(ctx, body)),
  route(contract.updateEdiPartner, (ctx, { id, body }, ifMatch) =>
    updateEdiPartner(ctx, id, { form: body, ifMatch }),
  ),
]
