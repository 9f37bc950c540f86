import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { changeCreditStatus } from './change-credit-status.ts'
import * as service from './service.ts'
import { upsertCustomers } from './upsert.ts'

export const customerRoutes: Route[] = [
  route(contract.listCustomers, (ctx, { query }) => service.listCustomers(ctx, query)),
  route(contract.listDeletedCustomers, (ctx) => service.listDeletedCustomers(ctx)),
  route(contract.findCustomersByAddress, (ctx, { query }) =>
    service.findCustomersByAddress(ctx, query.address),
  ),
  route(contract.readCustomer, (ctx, { id }) => service.readCustomer(ctx, id)),
  route(contract.createCustomer, (ctx, { body }) => service.createCustomer(ctx, body)),
  route(contract.updateCustomer, (ctx, { id, body }, ifMatch) =>
    service.updateCustomer(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.patchCustomer, (ctx, { id, body }, ifMatch) =>
    service.patchCustomer(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.changeCreditStatus, (ctx, { id, body }, ifMatch) =>
    changeCreditStatus(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.deleteCustomer, (ctx, { id }, ifMatch) =>
    service.deleteCustomer(ctx, id, ifMatch),
  ),
  route(contract.restoreCustomer, (ctx, { id }) => service.restoreCustomer(ctx, id)),
  route(contract.exportCustomers, (ctx, { query }) => service.exportCustomers(ctx, query)),
  route(contract.changeCustomers, (ctx, { body }) => service.changeCustomers(ctx, body)),
  route(contract.upsertCustomers, (ctx, { body }) => upsertCustomers(ctx, body.records)),
  route(contract.importCustomers, (ctx, { query, body }) =>
    service.importCustomers(ctx, query, body),
  ),
  route(contract.undoCustomerImport, (ctx, { id }) => service.undoCustomerImport(ctx, id)),
]
