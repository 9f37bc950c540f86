import { Readable } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import { yieldBetweenChunks } from '../lists/full-list-turns.ts'
import { onceEnded } from '../operations/request-end.ts'
import type { Download, Page, PageOfChanges, Stream } from './route.ts'

export const json = 'application/json; charset=utf-8'

/** Sends the result of a handler: a page, a whole list, a file, a record with its ETag, or 204. */
export function send(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
  if (isPage(answer)) return sendPage(reply, answer)
  if (isStream(answer)) {
    setTotal(reply, answer)
    return sendPieces(reply, json, jsonOf(answer.stream))
  }
  if (isDownload(answer)) return sendFile(reply, answer)
  if (answer === undefined || answer === null) return reply.code(204).send()
  setETag(reply, answer)
  return reply.code(status).header('content-type', json).send(JSON.stringify(answer))
}

/** Sets the ETag of a record to its version, for If-Match. */
export function setETag(reply: FastifyReply, answer: unknown): void {
  const version = (answer as { version?: unknown }).version
  if (typeof version === 'number') reply.header('etag', `"${version}"`)
}

function setTotal(
  reply: FastifyReply,
  { total, isAtLeast }: { total?: number; isAtLeast?: boolean },
): void {
  if (total === undefined) return
  reply.header('x-total-count', String(total))
  if (isAtLeast) reply.header('x-total-count-is', 'at-least')
}

function sendPage(reply: FastifyReply, page: Page<unknown>): FastifyReply {
  if (page.changes) setChanges(reply, page.changes)
  else if (page.nextAfter === undefined) setTotal(reply, page)
  const next = nextPageOf(page)
  if (next) {
    const url = new URL(reply.request.url, 'http://here')
    url.searchParams.delete('offset')
    url.searchParams.set(...next)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return reply.code(200).header('content-type', json).send(JSON.stringify(page.rows))
}

/** The parameter that leads to the next page, with its value; undefined on the last page. */
function nextPageOf({ next, nextOffset, nextAfter }: Page<unknown>): [string, string] | undefined {
  if (next) return ['cursor', next]
  if (nextOffset) return ['offset', String(nextOffset)]
  return nextAfter ? ['after', nextAfter] : undefined
}

/** The headers of a page of changes; the body has the rows alone, as in any other list. */
function setChanges(reply: FastifyReply, { deleted, cursor, hasMore }: PageOfChanges): void {
  reply.header('x-updated-since', cursor)
  if (deleted.length > 0) reply.header('x-deleted-ids', deleted.join(','))
  if (!hasMore) return
  const url = new URL(reply.request.url, 'http://here')
  url.searchParams.set('updatedSince', cursor)
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}

/** The file name may contain a record number that a user typed, so it is encoded (RFC 6266). */
function sendFile(reply: FastifyReply, { mediaType, fileName, pieces }: Download): FastifyReply {
  if (fileName) reply.header('content-disposition', create(fileName))
  return sendPieces(reply, mediaType, pieces)
}

function sendPieces(
  reply: FastifyReply,
  mediaType: string,
  pieces: Download['pieces'],
): FastifyReply {
  const stream = Readable.from(yieldBetweenChunks(pieces))
  // Fastify ends the reading when the response closes, which one that waits for others never does.
  onceEnded(reply, () => stream.destroy())
  return reply.code(200).header('content-type', mediaType).send(stream)
}

async function* jsonOf(stream: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of stream) {
    const text = rows.map((row) => JSON.stringify(row)).join(',')
    if (text !== '') yield `${isFirst ? '[' : ','}${text}`
    if (text !== '') isFirst = false
  }
  yield isFirst ? '[]' : ']'
}

/**
 * The whole response as JSON text, read in chunks so that other requests are served in between.
 * Throws 409 if it is longer than `maxLength` (UTF-16 units).
 */
export async function textOfAnswer(answer: unknown, maxLength: number): Promise<string> {
  const pieces = isStream(answer)
    ? yieldBetweenChunks(jsonOf(answer.stream))
    : [JSON.stringify(isPage(answer) ? answer.rows : answer)]
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > maxLength) {
      throw new Refusal('refused', 'too-large', 'The report has too many rows to be saved')
    }
  }
  return text
}

/** True for one page of a list. */
export function isPage(answer: unknown): answer is Page<unknown> {
  return typeof answer === 'object' && answer !== null && 'rows' in answer && 'total' in answer
}

/** True for a whole list or a file, which is streamed while it is read. */
export function isStreamed(answer: unknown): answer is Stream<unknown> | Download {
  return isStream(answer) || isDownload(answer)
}

function isStream(answer: unknown): answer is Stream<unknown> {
  return typeof answer === 'object' && answer !== null && 'stream' in answer
}

function isDownload(answer: unknown): answer is Download {
  return typeof answer === 'object' && answer !== null && 'pieces' in answer
}
