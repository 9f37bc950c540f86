import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { deleteLogo, readLogo, saveLogo } from './logo/logo.ts'
import { readCustomerTexts, readDocumentTextSample } from './texts-on-documents.ts'
import { readDocumentFile } from './many-documents-in-one-file.ts'
import { readLastSendings, sendMany } from './send-many.ts'
import * as service from './service.ts'
import type { DocumentSources } from './document-sources.ts'
import * as emailProblems from './automatic/email-problems.ts'
import * as emailRules from './automatic/email-rules.ts'

/**
 * The routes of all documents; `sources` supplies their content. `hasServer` is true if a mail
 * server is configured.
 */
export function documentRoutes(sources: DocumentSources, hasServer: boolean): Route[] {
  return [
    ...contract.documentNames.map((name) =>
      route(contract.readPdf[name], async (ctx, { id, query }) =>
        service.readPdf(ctx, await sources[name](ctx, id, query)),
      ),
    ),
    ...contract.sendables.flatMap((name) => [
      route(contract.readLetter[name], (ctx, { id, query: days }) =>
        service.readLetter(ctx, sources, { name, id, days }),
      ),
      route(contract.sendDocument[name], (ctx, { id, query: days, body: form }) =>
        service.sendDocument(ctx, sources, { name, id, days, form, hasServer }),
      ),
      route(contract.listSendings[name], (ctx, { id }) => service.listSendings(ctx, name, id)),
    ]),
    route(contract.readDocumentFile, async (ctx, { query: { name, ids, form } }) =>
      readDocumentFile(ctx, sources, { name, ids: ids.split(',').map(Number), form }),
    ),
    route(contract.readCustomerTexts, (ctx, { query: { ids } }) =>
      readCustomerTexts(ctx, ids.split(',').map(Number)),
    ),
    route(contract.readDocumentTextSample, (ctx, { query: { name, before, customerId } }) =>
      readDocumentTextSample(ctx, sources, { name, before, customerId }),
    ),
    route(contract.readMail, (ctx) => service.readMail(ctx, hasServer)),
    route(contract.readLogo, (ctx, { query: { version }, reply }) => {
      // Even opened in a tab of its own it runs nothing.
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      // A version never changes.
      if (version) reply.header('cache-control', 'private, max-age=31536000, immutable')
      return readLogo(ctx, version)
    }),
    route(contract.saveLogo, (ctx, { body }) => saveLogo(ctx, body.data)),
    route(contract.deleteLogo, (ctx) => deleteLogo(ctx)),
    route(contract.sendMany, (ctx, { body: { name, ids } }) =>
      sendMany(ctx, sources, { name, ids, hasServer }),
    ),
    route(contract.readLastSendings, (ctx, { query: { name, ids } }) =>
      readLastSendings(ctx, { name, ids: ids.split(',').map(Number) }),
    ),
    route(contract.retrySending, (ctx, { id }) => service.retrySending(ctx, id)),
    route(contract.setAsideSending, (ctx, { id, body }) =>
      service.setAsideSending(ctx, id, body.reason),
    ),
    route(contract.readSentPdf, (ctx, { id }) => service.readSentPdf(ctx, id)),
    ...automaticEmailRoutes(hasServer),
  ]
}

/** The routes of what is emailed without a person sending it. */
function automaticEmailRoutes(hasServer: boolean): Route[] {
  return [
    route(contract.readCustomerEmails, (ctx, { id }) => emailRules.readCustomerEmails(ctx, id)),
    route(contract.changeCustomerEmails, (ctx, { id, body }) =>
      emailRules.changeCustomerEmails(ctx, id, body),
    ),
    route(contract.readVendorEmails, (ctx, { id }) => emailRules.readVendorEmails(ctx, id)),
    route(contract.changeVendorEmails, (ctx, { id, body }) =>
      emailRules.changeVendorEmails(ctx, id, body),
    ),
    route(contract.listAutomaticEmails, (ctx, { query: { name, ids } }) =>
      emailProblems.listAutomaticEmails(ctx, { name, ids: ids.split(',').map(Number) }),
    ),
    route(contract.retryAutomaticEmail, (ctx, { id }) =>
      emailProblems.retryAutomaticEmail(ctx, id),
    ),
    route(contract.setAsideAutomaticEmail, (ctx, { id, body }) =>
      emailProblems.setAsideAutomaticEmail(ctx, id, body.reason),
    ),
    route(contract.listEmailProblems, (ctx) => emailProblems.listEmailProblems(ctx, hasServer)),
  ]
}
