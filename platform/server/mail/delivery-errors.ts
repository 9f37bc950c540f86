import type { OutsideService } from '../jobs/outside-service-failures.ts'

/**
 * The mail server for documents, as its failures are shown to users. Links and notifications have
 * rows of their own (`mailServerFor`), so that none ends or delays the retries of another.
 */
export const mailServer: OutsideService = {
  part: 'e-mail',
  title: 'Email cannot be sent',
  link: '/settings',
}

/** The mail server for another kind of email, such as `account`, with its own title. */
export function mailServerFor(kind: string, title: string): OutsideService {
  return { ...mailServer, part: `${kind} ${mailServer.part}`, title }
}

/** Seconds until the next attempt, with exponential backoff: 10, 20, 40 … at most an hour. */
export function retrySeconds(attempts: number): number {
  return Math.min(3600, 5 * 2 ** attempts)
}

/** A recipient that the mail server rejected; `isFinal` if it will never accept the address. */
export type RejectedRecipient = { address: string; sentence: string; isFinal: boolean }

/**
 * A message that was read to its end, and to which the server did not answer: it may have been
 * sent. If the connection breaks before, the server has no complete message, and delivers nothing
 * (RFC 5321, section 4.1.1.4).
 */
export class UnansweredMail extends Error {
  override name = 'UnansweredMail'
}

/** Why an email was not delivered, in the server's own words. */
type DeliveryError = {
  sentence: string
  /** True if retrying cannot help. */
  isFinal: boolean
  /** True if the server may have taken the message: it got all of it, and did not answer. */
  isUncertain: boolean
  rejected: RejectedRecipient[]
}

/** Converts an error of the mail library into a sentence, and whether it is final. */
export function deliveryErrorOf(error: unknown): DeliveryError {
  const { response, responseCode, code, message } = (error ?? {}) as Record<string, unknown>
  const sentence =
    typeof response === 'string' && response !== '' ? response : String(message ?? error)
  const isRefused = typeof responseCode === 'number' && responseCode >= 500
  return {
    sentence: sentence.slice(0, 500),
    // A wrong password is fixed by an administrator, so it must not fail every email.
    isFinal: isRefused && code !== 'EAUTH',
    isUncertain: error instanceof UnansweredMail,
    rejected: rejectedRecipientsOf(error),
  }
}

/** True if the server refused the message in words. */
export function hasAnswer(error: unknown): boolean {
  return typeof (error as { responseCode?: unknown } | null)?.responseCode === 'number'
}

/**
 * The recipients that the server rejected, from the answer or the error of the mail library. A
 * rejection without details, such as one from a test, is not final.
 */
export function rejectedRecipientsOf(result: unknown): RejectedRecipient[] {
  const { rejected, rejectedErrors } = (result ?? {}) as {
    rejected?: readonly (string | { address: string })[]
    rejectedErrors?: readonly { recipient?: string; response?: string; responseCode?: number }[]
  }
  return (rejected ?? []).map((each) => {
    const address = typeof each === 'string' ? each : each.address
    const refusal = rejectedErrors?.find(({ recipient }) => recipient === address)
    const { response = '', responseCode = 0 } = refusal ?? {}
    return { address, sentence: response.slice(0, 500), isFinal: responseCode >= 500 }
  })
}
