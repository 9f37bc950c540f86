import { type Route, route } from '#platform/server/http/route.ts'
import { changeWmsConnection, type WmsConfig } from './connection.ts'
import * as contract from '../contract.ts'
import {
  confirmWmsProblem,
  dismissWmsProblem,
  listWmsProblems,
  retryWmsProblems,
  retryWmsProblem,
} from './problem-actions.ts'
import { startWmsRun, cancelWmsRun, readWmsRun, listWmsRuns } from './runs/runs.ts'
import { readWmsDrift } from './counts/read-drift.ts'
import { readWmsDocument } from './outbound/read-wms-document.ts'
import * as service from './service.ts'
import { reopenWmsProblem } from './reopen-problem.ts'
import { receiveWmsWebhook } from './inbound/webhook.ts'

/** The routes of the WMS integration, for this configuration. */
export function wmsRoutes(config: WmsConfig): Route[] {
  return [
    route(contract.readWmsStatus, (ctx) => service.readWmsStatus(ctx, config)),
    route(contract.listWmsRuns, (ctx, { query }) => listWmsRuns(ctx, query)),
    route(contract.readWmsRun, (ctx, { id }) => readWmsRun(ctx, id)),
    route(contract.startWmsRun, (ctx, { body }) => startWmsRun(ctx, body.job, 'person')),
    route(contract.cancelWmsRun, (ctx, { id }) => cancelWmsRun(ctx, id)),
    route(contract.listWmsMessages, (ctx, { query }) => service.listWmsMessages(ctx, query)),
    route(contract.readWmsMessage, (ctx, { id }) => service.readWmsMessage(ctx, id)),
    route(contract.downloadWmsMessage, (ctx, { id }) => service.downloadWmsMessage(ctx, id)),
    route(contract.readWmsSamples, (ctx) => service.readWmsSamples(ctx)),
    route(contract.listWmsProblems, (ctx, { query }) => listWmsProblems(ctx, query)),
    route(contract.retryWmsProblems, (ctx) => retryWmsProblems(ctx)),
    route(contract.retryWmsProblem, (ctx, { id }) => retryWmsProblem(ctx, id)),
    route(contract.confirmWmsProblem, (ctx, { id }) => confirmWmsProblem(ctx, id)),
    route(contract.dismissWmsProblem, (ctx, { id, body }) => dismissWmsProblem(ctx, id, body)),
    route(contract.reopenWmsProblem, (ctx, { id }) => reopenWmsProblem(ctx, id)),
    route(contract.readWmsDrift, (ctx, { id }) => readWmsDrift(ctx, id)),
    route(contract.readWmsDocument, (ctx, { id, query }) => readWmsDocument(ctx, query.kind, id)),
    route(contract.listWmsDrift, (ctx, { query }) => service.listWmsDrift(ctx, query)),
    route(
      contract.changeWmsConnection,
      (ctx, { body }, ifMatch) => changeWmsConnection(ctx, config, { form: body, ifMatch }),
      { ignoresKey: true },
    ),
    route(
      contract.testWmsConnection,
      (ctx, { body }) => service.testWmsConnection(ctx, config, body.part),
      {
        ignoresKey: true,
      },
    ),
    route(
      contract.receiveWmsWebhook,
      (ctx, { request }) =>
        receiveWmsWebhook({ ...ctx, channel: 'wms' }, config, {
          headers: request.headers,
          text: request.bodyText,
        }),
      { ignoresKey: true, isRaw: true },
    ),
  ]
}
