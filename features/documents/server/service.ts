import { requireRecord, record } from '#features/audit/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { companyFieldsOf, type Settings } from '#features/settings/contract.ts'
import { hasSender, noSenderSentence } from '#features/settings/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import {
  type Letter,
  type DocumentPeriod,
  documentKinds,
  type MailState,
  type Sendable,
  type Sending,
  type SendingForm,
} from '../contract.ts'
import { unprintableCharacters, unprintableSentence } from './unprintable-characters.ts'
import type { Company, PrintedDocument } from '../printed-document.ts'
import { printedDocument } from './texts-on-documents.ts'
import { readStoredDocument } from './stored-document.ts'
import { logoOf } from './logo/logo.ts'
import { pdfOf, type PdfRequest } from './pdf/pdf-queue.ts'
import { addressesOf, automaticNames, documentFileName, sendingFlow } from '../rules.ts'
import { recipientsOf } from './automatic/email-rules.ts'
import { requireCostsOf, visibleSendings } from './costs-in-sent-documents.ts'
import { emailTextsOf } from './email-texts.ts'
import type { IssuedDocument, DocumentSources } from './document-sources.ts'
import * as store from './store.ts'

// Also exported to other rooms:
export { eraseEmailsOfCustomer } from './automatic/email-rules.ts'
export { recordBounce } from './bounces/record-bounce.ts'
export { saveLogo } from './logo/logo.ts'
export { printedAddress } from './store.ts'
export type { DocumentSources } from './document-sources.ts'

/** Returns a document as a PDF download. */
export async function readPdf(ctx: Context, { paper }: IssuedDocument): Promise<Download> {
  const content = await printedDocument(ctx, paper)
  const company = companyOf(await readSettings(ctx))
  const pdf = await pdfOf(await withLogo(ctx, { content, company }), ctx.user?.id)
  return download(documentFileName(content.filing), pdf)
}

function download(fileName: string, pdf: Uint8Array): Download {
  return { fileName, mediaType: 'application/pdf', pieces: singleChunk(pdf) }
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Whether email can be sent now, or the reason why not. */
export async function readMail(ctx: Context, hasServer: boolean): Promise<MailState> {
  const settings = await readSettings(ctx)
  if (!hasSender(settings)) return { whyNot: noSenderSentence, fixedIn: 'company-profile' }
  const elsewhere = { fixedIn: null }
  if (!hasServer) {
    return { whyNot: 'Email is not set up on this server: SMTP_URL is not set', ...elsewhere }
  }
  const noAddress = 'The From address is missing. An administrator can enter it in Settings'
  return { whyNot: settings.mailSender === '' ? noAddress : null, ...elsewhere }
}

/** Throws 409 if no document can be emailed now: `company-incomplete`, or `mail-off`. */
export async function requireMail(ctx: Context, hasServer: boolean): Promise<void> {
  const { whyNot, fixedIn } = await readMail(ctx, hasServer)
  if (whyNot === null) return
  throw new Refusal('refused', fixedIn ? 'company-incomplete' : 'mail-off', whyNot)
}

/** Identifies a document: its kind, record and period. */
export type DocumentRef = { name: Sendable; id: number; days: DocumentPeriod }

/** Returns the default email for a document. */
export async function readLetter(
  ctx: Context,
  sources: DocumentSources,
  { name, id, days }: DocumentRef,
): Promise<Letter> {
  const settings = await readSettings(ctx)
  const { companyName } = settings
  const { paper, letter, subject } = await sources[name](ctx, id, days)
  const content = await printedDocument(ctx, paper)
  const addressee = await letter?.addressee()
  const paragraphs = [`Dear ${addressee?.name},`, letter?.sentence, `Kind regards\n${companyName}`]
  const own = await emailTextsOf(ctx, name, paper)
  return {
    to: (await chosenRecipients(ctx, name, addressee?.id)) ?? addressee?.email ?? '',
    cc: '',
    subject: own.subject || (companyName ? `${subject} from ${companyName}` : subject),
    message: own.message || paragraphs.join('\n\n').trim(),
    fileName: documentFileName(content.filing),
    whyNot: letter?.whyNot ?? null,
    unprintable: unprintableSentence(unprintableCharacters(content, companyOf(settings))),
  }
}

/** The recipients that the customer or vendor chose for this document, if any. */
async function chosenRecipients(ctx: Context, name: Sendable, id: number | undefined) {
  const known = automaticNames.find((automatic) => automatic === name)
  if (!known || id === undefined) return undefined
  const party = known === 'purchase-order' ? 'vendor' : 'customer'
  return recipientsOf(ctx, { party, id, name: known })
}

/**
 * Queues a document in its current state for email and writes the audit log. Throws if email is not
 * configured or the record's state does not allow it.
 */
export async function sendDocument(
  ctx: Context,
  sources: DocumentSources,
  { name, id, days, form, hasServer }: DocumentRef & { form: SendingForm; hasServer: boolean },
): Promise<Sending> {
  await requireMail(ctx, hasServer)
  const settings = await readSettings(ctx)
  return inTransaction(ctx, async (inner) => {
    const { paper, subject, letter } = await sources[name](inner, id, days)
    if (letter?.whyNot) throw new Refusal('refused', 'not-to-be-sent', letter.whyNot)
    const content = await printedDocument(inner, paper)
    const [inserted] = await rows<{ id: number }>(inner.db, store.addSending, [
      name,
      id,
      addressesOf(form.to).join(', '),
      addressesOf(form.cc ?? null).join(', ') || null,
      form.subject,
      form.message,
      documentFileName(content.filing),
      JSON.stringify(content),
      JSON.stringify(companyOf(settings)),
      inner.user?.id ?? null,
    ])
    if (!inserted) throw new Error('The message was not queued')
    await recordSending(inner, { name, id }, `${subject} to ${form.to}`)
    return readSending(inner, inserted.id)
  })
}

/** Reads the company, for the content of documents. */
export async function readCompany(ctx: Pick<Context, 'db' | 'now'>): Promise<Company> {
  return companyOf(await readSettings(ctx))
}

function companyOf(settings: Settings): Company {
  return { ...companyFieldsOf(settings), companyLogo: settings.companyLogo }
}

/** Adds the logo of the company at the time of the document. */
export async function withLogo(
  ctx: Pick<Context, 'db'>,
  request: Pick<PdfRequest, 'content' | 'company'>,
): Promise<PdfRequest> {
  return { ...request, logo: await logoOf(ctx, request.company.companyLogo) }
}

function recordSending(ctx: Context, of: { name: Sendable; id: number }, reason: string) {
  const { entity } = documentKinds[of.name]
  return record(ctx, [{ entity, entityId: of.id, action: 'send', reason }])
}

/**
 * Lists the emails of a record's document, the latest first; without the texts that may state costs
 * if the user may not see these.
 */
export async function listSendings(ctx: Context, name: Sendable, id: number): Promise<Sending[]> {
  await requireRecord(ctx, documentKinds[name].entity, id)
  return visibleSendings(ctx, await rows<Sending>(ctx.db, store.sendingsOfRecord, [name, id]))
}

async function readSending(ctx: Context, id: number): Promise<Sending> {
  const [found] = visibleSendings(ctx, await rows<Sending>(ctx.db, store.readSending, [id]))
  if (!found) throw missing('That message')
  return found
}

/**
 * Requeues a failed or uncertain email. If two users retry it concurrently, the second gets a
 * refusal.
 */
export function retrySending(ctx: Context, id: number): Promise<Sending> {
  return inTransaction(ctx, async (inner) => {
    const before = await readSending(inner, id)
    requirePermission(inner.user, documentKinds[before.name].send)
    const [requeued] = await rows(inner.db, store.requeue, [id])
    const current = await readSending(inner, id)
    if (!requeued) advance(sendingFlow, current.status, 'retry')
    await recordSending(
      inner,
      { name: current.name, id: current.recordId },
      `Resent to ${current.to}`,
    )
    return current
  })
}

/**
 * Notes why a failed or uncertain email needs no more attention. Throws 409 in another status; an
 * email that was set aside before stays as it is.
 */
export function setAsideSending(ctx: Context, id: number, reason: string): Promise<Sending> {
  return inTransaction(ctx, async (inner) => {
    const { name, recordId } = await readSending(inner, id)
    requirePermission(inner.user, documentKinds[name].send)
    const [changed] = await rows(inner.db, store.setAside, [id])
    const current = await readSending(inner, id)
    if (!changed) {
      advance(sendingFlow, current.status, 'set-aside')
      return current
    }
    const { entity } = documentKinds[name]
    await record(inner, [{ entity, entityId: recordId, action: 'set-aside', reason }])
    return current
  })
}

/**
 * Returns the attachment of an email in its original state. Throws 403 if it shows costs that the
 * user may not see.
 */
export async function readSentPdf(ctx: Context, id: number): Promise<Download> {
  const { name, recordId } = await readSending(ctx, id)
  requirePermission(ctx.user, documentKinds[name].send)
  type StoredAttachment = { paper: PrintedDocument; company: Company; fileName: string }
  const [stored] = await rows<StoredAttachment>(ctx.db, store.readSentDocument, [id])
  if (!stored) throw missing('That message')
  const { paper: content, company } = readStoredDocument(stored)
  await requireCostsOf(ctx, { name, recordId, content })
  const request = await withLogo(ctx, { content, company })
  return download(stored.fileName, await pdfOf(request, ctx.user?.id))
}
