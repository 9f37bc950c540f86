import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export const vendorRoutes: Route[] = [
  route(contract.listVendors, (ctx, { query }) => service.listVendors(ctx, query)),
  route(contract.listDeletedVendors, (ctx) => service.listDeletedVendors(ctx)),
  route(contract.readVendor, (ctx, { id }) => service.readVendor(ctx, id)),
  route(contract.createVendor, (ctx, { body }) => service.createVendor(ctx, body)),
  route(contract.updateVendor, (ctx, { id, body }, ifMatch) =>
    service.updateVendor(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.patchVendor, (ctx, { id, body }, ifMatch) =>
    service.patchVendor(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.changeVendorTerms, (ctx, { id, body }, ifMatch) =>
    service.changeVendorTerms(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.deleteVendor, (ctx, { id }, ifMatch) => service.deleteVendor(ctx, id, ifMatch)),
  route(contract.restoreVendor, (ctx, { id }) => service.restoreVendor(ctx, id)),
  route(contract.exportVendors, (ctx, { query }) => service.exportVendors(ctx, query)),
  route(contract.changeVendors, (ctx, { body }) => service.changeVendors(ctx, body)),
  route(contract.importVendors, (ctx, { query, body }) => service.importVendors(ctx, query, body)),
  route(contract.undoVendorImport, (ctx, { id }) => service.undoVendorImport(ctx, id)),
]
