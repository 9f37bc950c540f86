import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'
import { listArMonths } from './trends.ts'

export const arReportRoutes: Route[] = [
  route(contract.readArSummary, (ctx, { query }) => service.readArSummary(ctx, query), {
    isReport: true,
  }),
  route(contract.readCustomerAging, (ctx, { id }) => service.readCustomerAging(ctx, id), {
    isReport: true,
  }),
  route(contract.listArOrders, (ctx, { query }) => service.listArOrders(ctx, query), {
    isReport: true,
  }),
  route(contract.listArDocuments, (ctx, { query }) => service.listArDocuments(ctx, query), {
    isReport: true,
  }),
  route(contract.sumArDocuments, (ctx, { query }) => service.sumArDocuments(ctx, query), {
    isReport: true,
  }),
  route(contract.listCollections, (ctx, { query }) => service.listCollections(ctx, query), {
    isReport: true,
  }),
  route(contract.listCreditUse, (ctx, { query }) => service.listCreditUse(ctx, query), {
    isReport: true,
  }),
  route(contract.listArMonths, (ctx, { query }) => listArMonths(ctx, query), { isReport: true }),
]
