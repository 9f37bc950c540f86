import { type Route, route } from '#platform/server/http/route.ts'
import * as certificates from './certificates.ts'
import * as contract from '../contract.ts'
import * as offers from './service.ts'

export const sourcingRoutes: Route[] = [
  route(contract.listOffers, (ctx, { query }) => offers.listOffers(ctx, query)),
  route(contract.createOffer, (ctx, { body }) => offers.createOffer(ctx, body)),
  route(contract.updateOffer, (ctx, { id, body }, ifMatch) =>
    offers.updateOffer(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.deleteOffer, (ctx, { id }, ifMatch) => offers.deleteOffer(ctx, id, ifMatch)),
  route(contract.listCertificates, (ctx, { query }) => certificates.listCertificates(ctx, query)),
  route(contract.createCertificate, (ctx, { body }) => certificates.createCertificate(ctx, body)),
  route(contract.updateCertificate, (ctx, { id, body }, ifMatch) =>
    certificates.updateCertificate(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.deleteCertificate, (ctx, { id }, ifMatch) =>
    certificates.deleteCertificate(ctx, id, ifMatch),
  ),
]
