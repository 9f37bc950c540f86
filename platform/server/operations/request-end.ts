import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** The status of a request whose client left before the response was sent, as nginx logs it. */
export const clientClosedRequest = 499

type OnEnd = (status: number) => void

/** A request: the status it ended with, undefined while it is answered, and what its end calls. */
type Life = { status: number | undefined; waiting: OnEnd[] }

const lives = new WeakMap<ServerResponse, Life>()

/** Functions that end the requests of a connection that are being answered. */
const unanswered = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `onEnd` once when the request has ended, however it ends: with the status of the response
 * when it is sent, else with 499 when the client leaves. Calls it at once if the request has ended.
 * Whatever is counted or held for a request must be released by this: Fastify calls neither
 * `onResponse` nor `onRequestAbort` for a client that leaves after its body was read.
 */
export function onceEnded(reply: FastifyReply, onEnd: OnEnd): void {
  const life = lives.get(reply.raw) ?? watchRequest(reply)
  if (life.status === undefined) life.waiting.push(onEnd)
  else onEnd(life.status)
}

function watchRequest({ raw, request }: FastifyReply): Life {
  const life: Life = { status: undefined, waiting: [] }
  lives.set(raw, life)
  const { socket } = request.raw
  const end = (status: number) => {
    if (life.status !== undefined) return
    life.status = status
    unanswered.get(socket)?.delete(leave)
    for (const onEnd of life.waiting.splice(0)) onEnd(status)
  }
  const leave = () => end(clientClosedRequest)
  // The events of a response that was sent, or of a client who has left, are past.
  if (raw.writableFinished) end(raw.statusCode)
  else if (raw.destroyed || socket.destroyed) leave()
  else {
    raw.once('finish', () => end(raw.statusCode))
    raw.once('close', leave)
    endWithConnection(socket, leave)
  }
  return life
}

/** A pipelined response that waits for earlier ones gets no close event; its connection does. */
function endWithConnection(socket: Socket, leave: () => void): void {
  const known = unanswered.get(socket)
  if (known) return void known.add(leave)
  const all = new Set([leave])
  unanswered.set(socket, all)
  socket.once('close', () => {
    for (const each of all) each()
  })
}
