import { type Flow, statusesOf } from '#platform/kernel/flow.ts'

/** The life of a message: it waits, has left, or was given up until somebody tries again. */
export const sendingFlow = {
  queued: { deliver: 'sent', fail: 'failed' },
  sent: {},
  failed: { retry: 'queued' },
} as const satisfies Flow

export const sendingStatuses = statusesOf(sendingFlow)

const unfit = /[\\/:*?"<>|\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E]/gu

/** The name of a document's file: what no file system or header takes becomes a hyphen. */
export function fileNameOf(title: string): string {
  return `${title.replaceAll(unfit, '-').trim().slice(0, 120)}.pdf`
}

/** How often a message is offered to the server before it is given up. */
export const maxAttempts = 10

/** Seconds until the next attempt: 10, 20, 40 … at most an hour. */
export function waitSeconds(attempts: number): number {
  return Math.min(3600, 5 * 2 ** attempts)
}

/** Why a message did not leave, in the server's own sentence; final where it will never take it. */
export type Trouble = { sentence: string; isFinal: boolean }

/** The code of the refusal of a document that cannot be read: trying again does not help. */
export const unreadablePaper = 'unreadable-document'

/** What an error of the mail library means. */
export function troubleOf(error: unknown): Trouble {
  const { response, responseCode, code, message } = (error ?? {}) as {
    response?: unknown
    responseCode?: unknown
    code?: unknown
    message?: unknown
  }
  const said = typeof response === 'string' && response !== '' ? response : String(message ?? error)
  const isRefused = typeof responseCode === 'number' && responseCode >= 500
  const isFinal = code === unreadablePaper
  // A password that is wrong is mended by an administrator, not by giving every message up.
  return { sentence: said.slice(0, 500), isFinal: isFinal || (isRefused && code !== 'EAUTH') }
}

/** The addresses of a field, which are separated by commas, semicolons or blanks. */
export function addressesOf(field: string | null): string[] {
  return (field ?? '').split(/[,;\s]+/).filter((address) => address !== '')
}

const address = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u

/** One plain address: nothing that mail programs read as a name, a group or a second address. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}
