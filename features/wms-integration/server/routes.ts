import { type Route, route } from '#platform/server/http/route.ts'
import { changeConnection, type WmsConfig } from './connection.ts'
import * as contract from '../contract.ts'
import { confirmProblem, dismissProblem, problemPage, retryAll, retryProblem } from './mend.ts'
import { askForRun, cancelRun, readRun, runPage } from './runs/runs.ts'
import { readDocument, readDrift } from './counts/drift.ts'
import * as service from './service.ts'
import { reopenProblem } from './inbound/reopen.ts'
import { reopenWmsProblem, testWmsConnection } from '../contract.ts'
import { takeWebhook } from './inbound/webhook.ts'

/** The calls of the exchange with the warehouse that this configuration points at. */
export function wmsRoutes(config: WmsConfig): Route[] {
  return [
    route(contract.readWmsStatus, (ctx) => service.readStatus(ctx, config)),
    route(contract.listWmsRuns, (ctx, { query }) => runPage(ctx, query)),
    route(contract.readWmsRun, (ctx, { id }) => readRun(ctx, id)),
    route(contract.startWmsRun, (ctx, { body }) => askForRun(ctx, body.job, 'person')),
    route(contract.cancelWmsRun, (ctx, { id }) => cancelRun(ctx, id)),
    route(contract.listWmsMessages, (ctx, { query }) => service.messagePage(ctx, query)),
    route(contract.readWmsMessage, (ctx, { id }) => service.readMessage(ctx, id)),
    route(contract.downloadWmsMessage, (ctx, { id }) => service.downloadMessage(ctx, id)),
    route(contract.readWmsSamples, (ctx) => service.readSamples(ctx)),
    route(contract.listWmsProblems, (ctx, { query }) => problemPage(ctx, query)),
    route(contract.retryWmsProblems, (ctx) => retryAll(ctx)),
    route(contract.retryWmsProblem, (ctx, { id }) => retryProblem(ctx, id)),
    route(contract.confirmWmsProblem, (ctx, { id }) => confirmProblem(ctx, id)),
    route(contract.dismissWmsProblem, (ctx, { id, body }) => dismissProblem(ctx, id, body)),
    route(reopenWmsProblem, (ctx, { id }) => reopenProblem(ctx, id)),
    route(contract.readWmsDrift, (ctx, { id }) => readDrift(ctx, id)),
    route(contract.readWmsDocument, (ctx, { id, query }) => readDocument(ctx, query.kind, id)),
    route(contract.listWmsDrift, (ctx, { query }) => service.driftPage(ctx, query)),
    route(
      contract.changeWmsConnection,
      (ctx, { body, ifMatch }) => changeConnection(ctx, config, { form: body, ifMatch }),
      { ignoresKey: true },
    ),
    route(testWmsConnection, (ctx, { body }) => service.testConnection(ctx, config, body.part), {
      ignoresKey: true,
    }),
    route(
      contract.receiveWmsWebhook,
      (ctx, { request }) =>
        takeWebhook({ ...ctx, channel: 'wms' }, config, {
          headers: request.headers,
          text: request.bodyText,
        }),
      { ignoresKey: true, isRaw: true },
    ),
  ]
}
