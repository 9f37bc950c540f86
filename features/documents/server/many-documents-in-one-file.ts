import { requirePermission } from '#features/auth/rules.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import {
  type documentFileForms,
  documentKinds,
  type DocumentFileStep,
  type DocumentName,
} from '../contract.ts'
import { documentFileName, fileNameOf } from '../rules.ts'
import type { DocumentSources } from './document-sources.ts'
import { printedDocument } from './texts-on-documents.ts'
import { openPdfFile, pdfOf, type PdfRequest } from './pdf/pdf-queue.ts'
import { readCompany, withLogo } from './service.ts'

type FileRequest = {
  name: DocumentName
  ids: readonly number[]
  form: (typeof documentFileForms)[number]
}

/**
 * Draws documents of one kind into one file, and tells each as it is drawn, or why it was left
 * out. It stops when the caller closes the connection. Throws 403 without the permission to read
 * such documents.
 */
export async function readDocumentFile(
  ctx: Context,
  sources: DocumentSources,
  request: FileRequest,
): Promise<Download> {
  requirePermission(ctx.user, documentKinds[request.name].read)
  return { mediaType: 'application/x-ndjson', pieces: drawnLines(ctx, sources, request) }
}

async function* drawnLines(
  ctx: Context,
  sources: DocumentSources,
  request: FileRequest,
): AsyncGenerator<string> {
  for await (const step of drawnSteps(ctx, sources, request)) yield `${JSON.stringify(step)}\n`
}

/** Adds documents to a file, which `end` returns. */
type OpenFile = {
  add(request: PdfRequest): Promise<void>
  end(): Promise<Uint8Array>
  drop(): Promise<void>
}

async function* drawnSteps(
  ctx: Context,
  sources: DocumentSources,
  { name, ids, form }: FileRequest,
): AsyncGenerator<DocumentFileStep> {
  const { plural } = documentKinds[name]
  const file = form === 'zip' ? openZip(ctx) : openPdfFile(plural, ctx.user?.id)
  let added = 0
  try {
    for (const id of new Set(ids)) {
      // One after another: each waits for its turn in the thread that draws.
      // oxlint-disable-next-line no-await-in-loop
      const says = await addDocument(ctx, file, () => sources[name](ctx, id, {}))
      if (says === null) added += 1
      yield { recordId: id, says }
    }
    if (added === 0) return
    const extension = form === 'zip' ? '.zip' : '.pdf'
    const title = fileNameOf(`${plural} ${await businessDay(ctx)}`)
    const fileName = title.replace(/\.pdf$/, extension)
    yield { fileName, base64: Buffer.from(await file.end()).toString('base64') }
  } finally {
    await file.drop()
  }
}

/** Adds a document to a file; returns why it was left out, or null. */
async function addDocument(
  ctx: Context,
  file: OpenFile,
  read: () => ReturnType<DocumentSources[DocumentName]>,
): Promise<string | null> {
  try {
    const content = await printedDocument(ctx, (await read()).paper)
    await file.add(await withLogo(ctx, { content, company: await readCompany(ctx) }))
    return null
  } catch (error) {
    // A file that was interrupted has lost its documents.
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error
    return error.message
  }
}

/** A ZIP file of PDFs, stored as they are: they are compressed already. */
function openZip(ctx: Context): OpenFile {
  const files: Record<string, Uint8Array> = {}
  return {
    add: async (request) => {
      const { filing, title } = request.content
      const name = filing ? documentFileName(filing) : fileNameOf(title)
      files[unusedName(name, files)] = await pdfOf(request, ctx.user?.id)
    },
    end: async () => {
      const { zipSync } = await import('fflate')
      return zipSync(files, { level: 0, mtime: ctx.now })
    },
    drop: async () => undefined,
  }
}

function unusedName(name: string, files: Readonly<Record<string, unknown>>): string {
  if (!(name in files)) return name
  const count = Object.keys(files).length + 1
  return name.replace(/\.pdf$/, ` (${count}).pdf`)
}
