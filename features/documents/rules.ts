import type { DocumentFiling } from './printed-document.ts'
import { type Flow, statusesOf } from '#platform/kernel/flow.ts'

/** The status flow of an email: queued, sent, or failed until a user retries it. */
export const sendingFlow = {
  queued: { deliver: 'sent', fail: 'failed' },
  sent: {},
  failed: { retry: 'queued' },
} as const satisfies Flow

export const sendingStatuses = statusesOf(sendingFlow)

const invalidCharacters = /[\\/:*?"<>|\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E]/gu

/** The file name of a document; characters invalid in file systems or headers become hyphens. */
export function fileNameOf(title: string): string {
  return `${title.replaceAll(invalidCharacters, '-').trim().slice(0, 120)}.pdf`
}

const longestName = 65
const longestParty = 30

/**
 * The file name of a document: kind and number, code of the party, day, such as
 * `Invoice INV-1000001 C-1042 2026-03-02.pdf`, so that a folder of them sorts. Codes are shorter
 * than names: mail programs write a file name of more than fifty characters in pieces, which not
 * all of them read.
 */
export function documentFileName({ name, party, on }: DocumentFiling): string {
  const parts = [name.slice(0, longestName), party.slice(0, longestParty), on ?? '']
  return fileNameOf(
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  )
}

/** Delivery attempts before an email fails. */
export const maxAttempts = 10

/** The refusal code of a stored document that cannot be parsed; retrying does not help. */
export const unreadableDocument = 'unreadable-document'

/** Splits a field into addresses at commas, semicolons or whitespace. */
export function addressesOf(field: string | null): string[] {
  return (field ?? '').split(/[,;\s]+/).filter((address) => address !== '')
}

const address = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u

/** True for one plain address, without the display name, group or list syntax of mail programs. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}
