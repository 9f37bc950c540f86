import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'
import { arMonths } from './trends.ts'

export const arReportRoutes: Route[] = [
  route(contract.readArSummary, (ctx, { query }) => service.arSummary(ctx, query), {
    isReport: true,
  }),
  route(contract.readCustomerAging, (ctx, { id }) => service.readCustomerAging(ctx, id), {
    isReport: true,
  }),
  route(contract.listArOrders, (ctx, { query }) => service.arOrders(ctx, query), {
    isReport: true,
  }),
  route(contract.listArDocuments, (ctx, { query }) => service.arDocuments(ctx, query), {
    isReport: true,
  }),
  route(contract.sumArDocuments, (ctx, { query }) => service.arDocumentSums(ctx, query), {
    isReport: true,
  }),
  route(contract.listCollections, (ctx, { query }) => service.collections(ctx, query), {
    isReport: true,
  }),
  route(contract.listCreditUse, (ctx, { query }) => service.creditUse(ctx, query), {
    isReport: true,
  }),
  route(contract.listArMonths, (ctx, { query }) => arMonths(ctx, query), { isReport: true }),
]
