import { FileTooLarge, type Mailbox } from '#features/edi/server/service.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { timeoutMs } from './sftp-mailbox.ts'

/**
 * Wraps a mailbox so that every failure of the server is thrown as `Unreachable`. A file that is
 * too large is none.
 */
export async function guardedMailbox(open: Promise<Mailbox>): Promise<Mailbox> {
  const box = await guard(open)
  return {
    list: () => guard(box.list()),
    read: (name) => guard(box.read(name)),
    write: (name, text) => guard(box.write(name, text)),
    moveTo: (name, to) => guard(box.moveTo(name, to)),
    close: () => box.close(),
  }
}

function guard<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw unreachable(error)
  })
}

function unreachable(error: unknown): Error {
  if (error instanceof Unreachable || error instanceof FileTooLarge) return error
  const sentence = error instanceof Error ? error.message : String(error)
  const why = /authentication/i.test(sentence)
    ? 'it rejects our user name and password'
    : /timed out|timeout/i.test(sentence)
      ? `no response within ${timeoutMs / 1000} s`
      : sentence
  return new Unreachable(`The files of the warehouse cannot be reached: ${why}`.slice(0, 400))
}
