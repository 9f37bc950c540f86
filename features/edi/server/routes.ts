import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { createPartner, partnerPage, updatePartner } from './partners.ts'
import * as service from './service.ts'
import { takeFile } from './inbound/take.ts'

export const channelRoutes: Route[] = [
  // An interchange is known by its number: the same file again does nothing twice.
  route(
    contract.takeEdi,
    async (ctx, { query, body }) => {
      const { dryRun, hold, leave } = query
      const taking = { isDry: dryRun === 'true', chosen: { hold, leave } }
      return { interchanges: await takeFile(ctx, body, taking) }
    },
    { ignoresKey: true },
  ),
  route(contract.listEdiInterchanges, (ctx, { query }) => service.interchangePage(ctx, query)),
  route(contract.readEdiInterchange, (ctx, { id }) => service.readInterchange(ctx, id)),
  route(contract.downloadEdiInterchange, (ctx, { id }) => service.downloadInterchange(ctx, id)),
  route(contract.listEdiDocuments, (ctx, { query }) => service.documentPage(ctx, query)),
  route(contract.settleEdiDocument, (ctx, { id, body }) => service.settleDocument(ctx, id, body)),
  route(contract.listEdiPartners, (ctx, { query }) => partnerPage(ctx, query)),
  route(contract.createEdiPartner, (ctx, { body }) => createPartner(ctx, body)),
  route(contract.updateEdiPartner, (ctx, { id, body, ifMatch }) =>
    updatePartner(ctx, id, { form: body, ifMatch }),
  ),
]
